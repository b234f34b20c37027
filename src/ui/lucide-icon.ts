import { createElement, type SVGProps } from 'react';

type IconData = { node: readonly [string, Record<string, string>][] };

/**
 * Replacement for the icon factory of `lucide-react` in builds: the same drawing without its contexts and size options.
 * The drawing is one text, because a list shows some 50 icons and each element costs time to render. It comes from the
 * library's files, never from people, and its attributes are written the same way in SVG.
 */
export function createLucideIcon({ node }: IconData) {
  const drawing = node
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).flatMap(([name, value]) =>
        name === 'key' ? [] : [` ${name}="${value}"`],
      );
      return `<${tag}${written.join('')}></${tag}>`;
    })
    .join('');
  const content = { __html: drawing };
  return function Icon({ strokeWidth = 2, ...rest }: SVGProps<SVGSVGElement>) {
    return createElement('svg', {
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
      dangerouslySetInnerHTML: content,
    });
  };
}
