import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  Group,
  HemisphereLight,
  Line,
  LineBasicMaterial,
  Mesh as SceneMesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Plane,
  Points,
  PointsMaterial,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Coarse } from '#platform/shared/models/coarsen.ts';
import { fit, fitDistance, outline, zoomedDistance } from '#platform/shared/models/framing.ts';
import { millimetres, type Mesh } from '#platform/shared/models/mesh.ts';

export const views = {
  iso: [-0.7, 1.1],
  front: [-Math.PI / 2, Math.PI / 2],
  back: [Math.PI / 2, Math.PI / 2],
  left: [Math.PI, Math.PI / 2],
  right: [0, Math.PI / 2],
  top: [-Math.PI / 2, 0.001],
  bottom: [-Math.PI / 2, Math.PI - 0.001],
} as const satisfies Record<string, readonly [number, number]>;
export type View = keyof typeof views;

export type Section = { axis: 0 | 1 | 2; place: number } | null;

/** Camera of a model. Lengths are in halves of its diagonal, so that they do not depend on the unit. */
export type SceneView = {
  azimuth: number;
  polar: number;
  distance: number;
  target: [x: number, y: number, z: number];
};
/** Position relative to the model's centre, in the same lengths. */
export type ScenePlace = [x: number, y: number, z: number];
/** Camera and projection of one drawn frame. */
export type Sight = {
  view: SceneView;
  /** Direction towards the viewer. */
  toward: ScenePlace;
  /**
   * Returns the position of a place in the frame, from 0 to 1 inside it; null for a place behind the viewer.
   */
  project(place: readonly [number, number, number]): [number, number] | null;
};

type Handlers = {
  /** Called with the number of measured points (0, 1 or 2) and their distance in millimetres. */
  onMeasure(points: number, lengthMm: number | null): void;
  /** The WebGL context was lost. */
  onLost(): void;
  /** Returns true if the wheel zooms the model instead of scrolling the page. */
  takesWheel(event: WheelEvent): boolean;
  /** Called after each frame. */
  onDrawn?(sight: Sight): void;
  /** Called when the user turns, moves or zooms the model by hand. */
  onTurned?(): void;
};

const plastic = 0xe9e5d8;
const inside = 0x55c9a2;
const mark = 0xffb02e;
const flightMs = 250;

/** Slowest frame that still feels smooth while the model is turned. */
const slowMs = 50;
const settleMs = 200;

export type ModelScene = ReturnType<typeof openScene>;

/** Returns a WebGL context of the canvas, or null if the browser has none. */
export function findContext(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
  return canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'high-performance' });
}

/** Draws a model that can be turned. A frame is drawn only after a change. */
export function openScene(
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
  { mesh, coarse }: { mesh: Mesh; coarse: Coarse | null },
  { onMeasure, onLost, takesWheel, onDrawn, onTurned }: Handlers,
) {
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  renderer.localClippingEnabled = true;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

  const min = new Vector3(...mesh.box.min);
  const max = new Vector3(...mesh.box.max);
  const middle = min.clone().add(max).multiplyScalar(0.5);
  const half = max.clone().sub(min).multiplyScalar(0.5);
  const radius = half.length() || 1;

  const scene = new Scene();
  const camera = new PerspectiveCamera(35, 1, radius / 100, radius * 100);
  camera.up.set(0, 0, 1);
  const lamp = new DirectionalLight(0xffffff, 1.8);
  lamp.position.set(-0.5, 0.8, 1);
  camera.add(lamp);
  const sky = new HemisphereLight(0xffffff, 0x4c5a54, 1.6);
  sky.position.set(0, 0, 1);
  scene.add(camera, sky);

  const outer = new MeshLambertMaterial({ color: plastic, flatShading: true, side: DoubleSide });
  // A wireframe has no faces to light.
  const lines = new MeshBasicMaterial({ color: plastic, wireframe: true });
  const inner = new MeshBasicMaterial({ color: inside, side: BackSide });
  const model = new Group();
  model.position.copy(middle).negate();
  scene.add(model);
  function addPart(
    { positions }: Pick<Mesh, 'positions'>,
    { first, count }: { first: number; count: number },
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      'position',
      new BufferAttribute(positions.subarray(first * 9, (first + count) * 9), 3),
    );
    geometry.computeBoundingBox();
    const shown = new SceneMesh<BufferGeometry, MeshLambertMaterial | MeshBasicMaterial>(geometry, outer);
    const cut = new SceneMesh(geometry, inner);
    cut.visible = false;
    const away = geometry.boundingBox!.getCenter(new Vector3()).sub(middle);
    model.add(shown, cut);
    return { geometry, shown, cut, away };
  }
  const parts = mesh.parts.map((part) => addPart(mesh, part));
  // Coarse parts replace the fine ones while moving, if the first frame shows that the fine ones are too
  // slow.
  const roughParts = coarse ? coarse.parts.map((part) => addPart(coarse, part)) : [];
  const allParts = [...parts, ...roughParts];

  const marks = new BufferGeometry();
  marks.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  const dots = new Points(
    marks,
    new PointsMaterial({ color: mark, size: 12, sizeAttenuation: false, depthTest: false }),
  );
  const line = new Line(marks, new LineBasicMaterial({ color: mark, depthTest: false }));
  for (const each of [dots, line]) {
    each.renderOrder = 1;
    each.frustumCulled = false;
    each.visible = false;
    scene.add(each);
  }

  const spot = new BufferGeometry();
  spot.setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
  const spotDot = new Points(spot, dots.material);
  spotDot.renderOrder = 1;
  spotDot.frustumCulled = false;
  spotDot.visible = false;
  scene.add(spotDot);

  const target = new Vector3();
  let [azimuth, polar]: readonly number[] = views.iso;
  let distance = 1;
  /** Distance at which the whole model is visible. */
  let whole = 1;
  /** True until the user zooms or moves: the whole model then stays visible in other views and sizes. */
  let showsAll = true;
  let plane: Plane | null = null;
  let measuring = false;
  let marked = 0;
  let frame = 0;
  let isSlow = false;
  let rough = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  type Place = { distance: number; target: Vector3 };
  type Flight = {
    from: number;
    azimuth: number;
    polar: number;
    toAzimuth: number;
    toPolar: number;
    to: Place;
  };
  let flight: (Flight & Place) | null = null;

  function change(): void {
    if (isSlow) {
      rough = true;
      clearTimeout(settling);
      settling = setTimeout(() => {
        rough = false;
        frame ||= requestAnimationFrame(draw);
      }, settleMs);
    }
    frame ||= requestAnimationFrame(draw);
  }

  function showParts(): void {
    for (const each of allParts) each.shown.visible = false;
    for (const each of allParts) each.cut.visible = false;
    for (const each of rough ? roughParts : parts) {
      each.shown.visible = true;
      each.cut.visible = plane !== null;
    }
  }

  /** Draws the model once and returns the time that took. Reading a pixel waits for the GPU. */
  function timeOne(): number {
    const point = new Uint8Array(4);
    const wait = () => {
      renderer.render(scene, camera);
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, point);
    };
    // The first frame uploads the model to the GPU.
    wait();
    const began = performance.now();
    wait();
    return performance.now() - began;
  }

  function draw(now: number): void {
    frame = 0;
    if (flight) {
      const passed = Math.min(1, (now - flight.from) / flightMs);
      const eased = 1 - (1 - passed) ** 3;
      azimuth = flight.azimuth + (flight.toAzimuth - flight.azimuth) * eased;
      polar = flight.polar + (flight.toPolar - flight.polar) * eased;
      distance = flight.distance + (flight.to.distance - flight.distance) * eased;
      target.lerpVectors(flight.target, flight.to.target, eased);
      if (passed === 1) flight = null;
      else change();
    }
    placeCamera();
    showParts();
    renderer.render(scene, camera);
    onDrawn?.(sight());
  }

  function placeCamera(): void {
    const flat = Math.sin(polar!) * distance;
    camera.position.set(
      target.x + Math.cos(azimuth!) * flat,
      target.y + Math.sin(azimuth!) * flat,
      target.z + Math.cos(polar!) * distance,
    );
    camera.lookAt(target);
    camera.updateMatrixWorld();
  }

  const standsOut = outline(mesh.positions);
  const lens = () => ({ halfAngle: (camera.fov * Math.PI) / 360, aspect: camera.aspect });
  /** Returns the distance at which the whole model is visible from this direction. */
  function fitting(direction: { azimuth: number; polar: number }): { distance: number; target: Vector3 } {
    const fitted = fit(standsOut, [middle.x, middle.y, middle.z], direction, lens());
    whole = fitted.distance || radius;
    return { distance: whole, target: new Vector3(...fitted.center).sub(middle) };
  }

  function showAll(): void {
    flight = null;
    showsAll = true;
    const all = fitting({ azimuth: azimuth!, polar: polar! });
    distance = all.distance;
    target.copy(all.target);
    change();
  }

  function look(view: View): void {
    lookFrom(views[view]);
  }

  function lookFrom([toAzimuth, toPolar]: readonly [number, number]): void {
    const to = showsAll
      ? fitting({ azimuth: toAzimuth, polar: toPolar })
      : { distance, target: target.clone() };
    if (still) {
      azimuth = toAzimuth;
      polar = toPolar;
      distance = to.distance;
      target.copy(to.target);
    } else {
      flight = {
        from: performance.now(),
        azimuth: azimuth!,
        polar: polar!,
        distance,
        target: target.clone(),
        toAzimuth: azimuth! + shorterTurn(azimuth!, toAzimuth),
        toPolar,
        to,
      };
    }
    change();
  }

  function orbit(byAzimuth: number, byPolar: number): void {
    flight = null;
    azimuth! += byAzimuth;
    polar = Math.min(Math.PI - 0.001, Math.max(0.001, polar! + byPolar));
    // Keep a model that was completely visible so while it is turned.
    if (showsAll) {
      const { x, y, z } = target.clone().add(middle);
      distance = Math.max(distance, fitDistance(standsOut, [x, y, z], { azimuth: azimuth!, polar }, lens()));
    }
    change();
  }

  const right = new Vector3();
  const up = new Vector3();
  /** `x` and `y` are fractions of the frame's height. */
  function pan(x: number, y: number): void {
    const shownHeight = 2 * distance * Math.tan((camera.fov * Math.PI) / 360);
    right.setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(-x * shownHeight);
    up.setFromMatrixColumn(camera.matrixWorld, 1).multiplyScalar(y * shownHeight);
    target.add(right).add(up);
    flight = null;
    showsAll = false;
    change();
  }

  function zoom(factor: number): void {
    flight = null;
    showsAll = false;
    distance = zoomedDistance(distance, factor, whole);
    change();
  }

  /** Follows another viewer's camera, animated over the usual interval between two updates. */
  function see(view: SceneView): void {
    const to = {
      distance: view.distance * radius,
      target: new Vector3(...view.target).multiplyScalar(radius),
    };
    showsAll = false;
    flight = {
      from: performance.now() - (still ? flightMs : 0),
      azimuth: azimuth!,
      polar: polar!,
      distance,
      target: target.clone(),
      toAzimuth: azimuth! + shorterTurn(azimuth!, view.azimuth),
      toPolar: view.polar,
      to,
    };
    change();
  }

  const caster = new Raycaster();
  const casted = roughParts.length > 0 ? roughParts : parts;
  const toCamera = new Vector3();
  /** Returns the point of the model at a position of the frame, from 0 to 1. */
  function hitAt([x, y]: readonly [number, number]): Vector3 | null {
    caster.setFromCamera(new Vector2(x * 2 - 1, 1 - y * 2), camera);
    return caster.intersectObjects(casted.map(({ shown }) => shown))[0]?.point ?? null;
  }
  /**
   * Maps positions of the frame to places on the model. Positions off the model get the depth of those on it,
   * or of its centre; with `flat` all of them get the depth of that place.
   */
  function placeOf(
    points: readonly (readonly [number, number])[],
    flat?: readonly [number, number],
  ): ScenePlace[] {
    placeCamera();
    camera.getWorldDirection(toCamera).negate();
    const hits = flat ? points.map(() => null) : points.map(hitAt);
    const near = (flat ? hitAt(flat) : hits.find((hit) => hit !== null)) ?? target;
    const level = new Plane().setFromNormalAndCoplanarPoint(toCamera, near);
    return points.map(([x, y], index) => {
      let place = hits[index] ?? null;
      if (!place) {
        caster.setFromCamera(new Vector2(x * 2 - 1, 1 - y * 2), camera);
        place = caster.ray.intersectPlane(level, new Vector3()) ?? near;
      }
      return [place.x / radius, place.y / radius, place.z / radius];
    });
  }
  function sight(): Sight {
    placeCamera();
    const through = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse);
    const { x, y, z } = camera.getWorldDirection(toCamera).negate();
    return {
      view: {
        azimuth: Math.atan2(Math.sin(azimuth!), Math.cos(azimuth!)),
        polar: polar!,
        distance: distance / radius,
        target: [target.x / radius, target.y / radius, target.z / radius],
      },
      toward: [x, y, z],
      project(place) {
        const seen = new Vector3(...place).multiplyScalar(radius).applyMatrix4(through);
        return seen.z > 1 ? null : [(seen.x + 1) / 2, (1 - seen.y) / 2];
      },
    };
  }

  /** Selects the point of the model at a position of the frame, from -1 to 1; the centre by default. */
  function pick(x = 0, y = 0): void {
    if (!measuring) return;
    placeCamera();
    caster.setFromCamera(new Vector2(x, y), camera);
    const hit = caster
      .intersectObjects(parts.map(({ shown }) => shown))
      .find(({ point }) => !plane || plane.distanceToPoint(point) >= 0);
    if (!hit) return;
    if (marked === 2) marked = 0;
    const places = marks.getAttribute('position') as BufferAttribute;
    places.setXYZ(marked, hit.point.x, hit.point.y, hit.point.z);
    marked += 1;
    showMarks();
  }

  function showMarks(): void {
    const places = marks.getAttribute('position') as BufferAttribute;
    places.needsUpdate = true;
    marks.setDrawRange(0, marked);
    dots.visible = marked > 0;
    line.visible = marked === 2;
    const length =
      marked === 2
        ? Math.hypot(
            places.getX(0) - places.getX(1),
            places.getY(0) - places.getY(1),
            places.getZ(0) - places.getZ(1),
          ) * millimetres[mesh.unit]
        : null;
    onMeasure(marked, length);
    change();
  }

  const resize = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    if (showsAll && !flight) showAll();
    // Draw at once, because resizing a canvas clears it.
    draw(performance.now());
  });

  /** Wraps an action so that it counts as done by hand. */
  const byHand =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      act(...given);
      onTurned?.();
    };
  const hand = {
    fit: byHand(showAll),
    look: byHand(look),
    orbit: byHand(orbit),
    pan: byHand(pan),
    zoom: byHand(zoom),
  };
  const stopPointers = followPointers(canvas, { ...hand, pick, takesWheel });
  const lose = (event: Event) => {
    event.preventDefault();
    onLost();
  };
  canvas.addEventListener('webglcontextlost', lose);
  camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
  showAll();
  resize.observe(canvas);
  if (coarse) {
    placeCamera();
    showParts();
    isSlow = timeOne() > slowMs;
  }

  return {
    partCount: parts.length,
    ...hand,
    pick,
    see,
    sight,
    placeOf,
    setWireframe(on: boolean): void {
      for (const { shown } of allParts) shown.material = on ? lines : outer;
      change();
    },
    setSection(section: Section): void {
      outer.side = section ? FrontSide : DoubleSide;
      plane = null;
      if (section) {
        const side = [half.x, half.y, half.z][section.axis]!;
        const normal = new Vector3().setComponent(section.axis, -1);
        plane = new Plane(normal, side * (2 * section.place - 1));
      }
      const planes = plane ? [plane] : [];
      for (const material of [outer, lines, inner]) {
        material.clippingPlanes = planes;
        material.needsUpdate = true;
      }
      change();
    },
    /** `amount` is 0 for an assembled model and 1 for a fully exploded one. */
    setExplosion(amount: number): void {
      for (const [index, { shown, cut }] of allParts.entries()) {
        const { away } = parts[index % parts.length]!;
        shown.position.copy(away).multiplyScalar(amount * 1.5);
        cut.position.copy(shown.position);
      }
      model.updateMatrixWorld(true);
      marked = 0;
      showMarks();
    },
    /** Marks a place of the file, and looks at it from its side of the model. */
    showSpot(place: readonly [number, number, number]): void {
      const { x, y, z } = new Vector3(...place).sub(middle);
      (spot.getAttribute('position') as BufferAttribute).setXYZ(0, x, y, z).needsUpdate = true;
      spotDot.visible = true;
      // From a little above or below the middle, where more of the model is seen.
      const tilt = Math.acos(Math.max(-1, Math.min(1, z / (Math.hypot(x, y, z) || 1))));
      lookFrom([x === 0 && y === 0 ? views.iso[0] : Math.atan2(y, x), Math.min(2.4, Math.max(0.7, tilt))]);
    },
    setMeasuring(on: boolean): void {
      measuring = on;
      marked = 0;
      showMarks();
    },
    dispose(): void {
      cancelAnimationFrame(frame);
      stopPointers();
      resize.disconnect();
      canvas.removeEventListener('webglcontextlost', lose);
      clearTimeout(settling);
      for (const { geometry } of allParts) geometry.dispose();
      marks.dispose();
      spot.dispose();
      for (const material of [outer, lines, inner]) material.dispose();
      renderer.dispose();
    },
  };
}

/** Returns the shorter of the two angles between directions. */
const shorterTurn = (from: number, to: number) => Math.atan2(Math.sin(to - from), Math.cos(to - from));

type Moves = {
  orbit(azimuth: number, polar: number): void;
  pan(x: number, y: number): void;
  zoom(factor: number): void;
  pick(x: number, y: number): void;
  takesWheel(event: WheelEvent): boolean;
};

/** A pointer that moves farther than this drags instead of clicking. */
const clickPx = 5;

/**
 * Handles pointers: one turns, the right button or Shift moves, two fingers move and zoom, the wheel zooms, a
 * click selects.
 */
function followPointers(
  canvas: HTMLCanvasElement,
  { orbit, pan, zoom, pick, takesWheel }: Moves,
): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let pulled = 0;
  let moving = false;
  const stop = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    handle: (event: HTMLElementEventMap[Name]) => void,
  ) => canvas.addEventListener(name, handle, { signal: stop.signal, passive: false });

  on('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pulled = pointers.size > 1 ? Infinity : 0;
    moving = event.button !== 0 || event.shiftKey;
  });
  on('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const x = event.clientX - before.x;
    const y = event.clientY - before.y;
    const height = canvas.clientHeight;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      // Each of the two fingers contributes half of the movement.
      pan(x / height / 2, y / height / 2);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (was > 0 && is > 0) zoom(is / was);
    } else if (moving) {
      pan(x / height, y / height);
    } else {
      orbit((-x / height) * Math.PI, (-y / height) * Math.PI);
    }
    pulled += Math.abs(x) + Math.abs(y);
    before.x = event.clientX;
    before.y = event.clientY;
  });
  on('pointerup', (event) => {
    pointers.delete(event.pointerId);
    if (pulled > clickPx || event.button !== 0) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    pick(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
  });
  on('pointercancel', (event) => pointers.delete(event.pointerId));
  on('contextmenu', (event) => event.preventDefault());
  on('wheel', (event) => {
    if (!takesWheel(event)) return;
    event.preventDefault();
    // A pinch on a trackpad arrives as wheel events with Ctrl and small steps.
    const isPinch = event.ctrlKey && Math.abs(event.deltaY) < 50;
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : isPinch ? 0.01 : 0.0015)));
  });
  return () => stop.abort();
}
