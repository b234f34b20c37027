import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  callLimits,
  distanceToSegment,
  fromPicture,
  meshSeats,
  pictureBox,
  qualityOf,
  refusalToEnter,
  resourceIn,
  sendable,
  simplified,
  toPicture,
  type Point,
} from './rules.ts';

const side = fc.integer({ min: 1, max: 5000 });
const size = fc.record({ width: side, height: side });
const part = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 200 });

test('a picture fills its frame in one direction, is centred and keeps its aspect ratio', () => {
  fc.assert(
    fc.property(size, size, (frame, picture) => {
      const box = pictureBox(frame, picture);
      expect(Math.min(frame.width - box.width, frame.height - box.height)).toBeCloseTo(0, 6);
      expect(box.left).toBeCloseTo((frame.width - box.width) / 2, 6);
      expect(box.top).toBeCloseTo((frame.height - box.height) / 2, 6);
      expect(box.width * picture.height).toBeCloseTo(box.height * picture.width, 0);
    }),
  );
});

test('a position in a picture is equal in frames of every shape', () => {
  fc.assert(
    fc.property(size, size, size, part, part, (picture, one, other, x, y) => {
      const [mine, theirs] = [pictureBox(one, picture), pictureBox(other, picture)];
      const at = fromPicture(mine, [x, y]);
      const [px, py] = toPicture(mine, at.x, at.y);
      expect(Math.abs(px - x)).toBeLessThan(0.0002);
      expect(Math.abs(py - y)).toBeLessThan(0.0002);
      const there = fromPicture(theirs, [px, py]);
      expect(Math.abs(there.x - (theirs.left + x * theirs.width))).toBeLessThanOrEqual(theirs.width * 0.0002);
      expect(Math.abs(there.y - (theirs.top + y * theirs.height))).toBeLessThanOrEqual(
        theirs.height * 0.0002,
      );
    }),
  );
});

test('a position outside the picture is clamped to its edge, and an empty frame breaks nothing', () => {
  const box = pictureBox({ width: 400, height: 300 }, { width: 100, height: 300 });
  expect(box).toEqual({ left: 150, top: 0, width: 100, height: 300 });
  expect([toPicture(box, 0, -5), toPicture(box, 399, 301)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect(toPicture(pictureBox({ width: 0, height: 0 }, { width: 1, height: 1 }), 5, 5)).toEqual([0, 0]);
});

test('a simplified line keeps its ends, and no point is far from it', () => {
  fc.assert(
    fc.property(points, (line: Point[]) => {
      const fewer = simplified(line, 0.01);
      expect([fewer[0], fewer.at(-1)]).toEqual([line[0], line.at(-1)]);
      for (const point of line) {
        const off = Math.min(
          ...fewer.map((from, index) => distanceToSegment(point, from, fewer[index + 1] ?? from)),
        );
        expect(off).toBeLessThanOrEqual(0.0101);
      }
    }),
  );
});

test('any drawing can be sent', () => {
  const wild = fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 3000 });
  fc.assert(
    fc.property(wild, fc.integer({ min: 2, max: callLimits.points }), (line, limit) => {
      expect(sendable(line, limit).length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 30 },
  );
});

test('a call never exceeds its seats while joins are checked', () => {
  const arrivals = fc.array(fc.record({ hasVideo: fc.boolean() }), { maxLength: 20 });
  fc.assert(
    fc.property(arrivals, fc.boolean(), (arriving, hasStage) => {
      const inside: { hasVideo: boolean }[] = [];
      for (const each of arriving)
        if (refusalToEnter('mesh', inside, each, hasStage) === null) inside.push(each);
      const isSeen = hasStage || inside.some(({ hasVideo }) => hasVideo);
      expect(inside.length).toBeLessThanOrEqual(isSeen ? meshSeats.video : meshSeats.voice);
    }),
  );
});

test('rates a connection', () => {
  expect(qualityOf({ roundTripMs: null, lost: 0 })).toBe('good');
  expect(qualityOf({ roundTripMs: 250, lost: 0 })).toBe('fair');
  expect(qualityOf({ roundTripMs: 20, lost: 0.03 })).toBe('fair');
  expect(qualityOf({ roundTripMs: 900, lost: 0 })).toBe('poor');
  expect(qualityOf({ roundTripMs: 20, lost: 0.2 })).toBe('poor');
});

test('a resource is found by a link in any language, or by its id', () => {
  const id = '0199a1b2-0000-7000-8000-00000000000a';
  for (const text of [
    id,
    ` ${id.toUpperCase()} `,
    `/resources/${id}`,
    `https://gongbang.example/jp/resources/${id}?version=2#files`,
  ])
    expect(resourceIn(text)).toBe(id);
  for (const text of ['', '공방', `/services/${id}`, `x${id}`, `${id}0`, `/resources/${id.slice(1)}`])
    expect(resourceIn(text)).toBeNull();
});
