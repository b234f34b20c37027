import { createElement, type SVGProps } from 'react';

type IconData = { node: readonly [string, Record<string, string>][] };

/** Replacement for the icon factory of `lucide-react` in builds: the same drawing without its contexts and size options. */
export function createLucideIcon({ node }: IconData) {
  return function Icon({ strokeWidth = 2, ...rest }: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        strokeWidth,
        'aria-hidden': true,
        ...rest,
      },
      ...node.map(([tag, { key, ...attributes }]) => createElement(tag, { key, ...attributes })),
    );
  };
}
