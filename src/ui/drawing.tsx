import { motifOf, sketch } from './sketch.ts';

export type Drawn = {
  name: string;
  /** Category, trade or kind of lot. */
  kind: string;
  /** Width, depth and height in mm, where they are known. */
  size?: readonly [number, number, number] | undefined;
};

/**
 * Picture of something that has none, drawn from what it is: the same name, kind and size always give the same drawing.
 * The name stands next to it in the page, so it needs no words.
 */
export function Drawing(props: Drawn) {
  const { name, kind, size } = props;
  const { lines, faces, hue } = sketch(name, motifOf(kind), size);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMid slice"
      className={`drawn drawn-${hue} size-full`}
    >
      <path d={faces} className="drawn-face" />
      <path d={lines} className="drawn-line" />
      {size && (
        <text x="200" y="280" textAnchor="middle" className="drawn-size">
          {`${size.map(Math.round).join(' × ')} mm`}
        </text>
      )}
    </svg>
  );
}
