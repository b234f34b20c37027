import { strToU8, zipSync } from 'fflate';
import { type Drawing, toPdf } from '../draw/drawing.ts';
import type { PaletteName } from '../draw/palettes.ts';
import { renderScene } from '../draw/render.ts';
import type { Scene, SceneItem } from '../draw/scene.ts';
import { archiveTime, type NamedMesh, to3mf, toStl } from '../mesh/export.ts';
import { join, type Mesh } from '../mesh/mesh.ts';
import type { DemoFile, DemoPicture, Words } from '../types.ts';

export const stl = (name: string, make: () => Mesh): DemoFile => ({
  name: `${name}.stl`,
  mediaType: 'model/stl',
  make: async () => toStl(make()),
});

export const threeMf = (name: string, title: string, make: () => NamedMesh[]): DemoFile => ({
  name: `${name}.3mf`,
  mediaType: 'model/3mf',
  make: async () => to3mf(title, make()),
});

const mediaTypes: Record<string, string> = {
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  svg: 'image/svg+xml',
};

export const textFile = (name: string, make: () => string): DemoFile => ({
  name,
  mediaType: mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain',
  // Byte order mark, with which spreadsheets read Korean in CSV files.
  make: async () => strToU8(name.endsWith('.csv') ? `\uFEFF${make()}` : make()),
});

export const zipFile = (name: string, make: () => Record<string, string | Uint8Array>): DemoFile => ({
  name: `${name}.zip`,
  mediaType: 'application/zip',
  make: async () => zipOf(make()),
});

export function zipOf(entries: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = Object.entries(entries).map(
    ([path, value]) => [path, typeof value === 'string' ? strToU8(value) : value] as const,
  );
  return zipSync(Object.fromEntries(bytes), { level: 6, mtime: archiveTime });
}

export const pdfFile = (name: string, title: string, scale: number, make: () => Drawing[]): DemoFile => ({
  name: `${name}.pdf`,
  mediaType: 'application/pdf',
  make: async () => await toPdf(title, make(), scale),
});

export const svgFile = (name: string, make: () => Drawing, unit = ''): DemoFile => ({
  name: `${name}.svg`,
  mediaType: 'image/svg+xml',
  make: async () => strToU8(make().toSvg(unit)),
});

export type SceneOptions = Partial<Omit<Scene, 'items' | 'palette'>>;

export const rendered = (
  alt: Words,
  palette: PaletteName,
  items: () => SceneItem[] | Promise<SceneItem[]>,
  options: SceneOptions = {},
): DemoPicture => ({
  alt,
  make: async () => await renderScene({ ...options, palette, items: await items() }),
});

export const drawn = (alt: Words, make: () => Drawing | Promise<Drawing>): DemoPicture => ({
  alt,
  make: async () => await (await make()).toPng(),
});

/** Arranges meshes next to each other on a plate, for one printable file. */
export function plated(meshes: [Mesh, number, number][]): Mesh {
  return join(
    ...meshes.map(([mesh, x, y]) => ({
      positions: mesh.positions.map((value, i) => value + (i % 3 === 0 ? x : i % 3 === 1 ? y : 0)),
      indices: mesh.indices,
    })),
  );
}

export const licenseText = (spdx: string, holder: string): string => {
  if (spdx === 'MIT') {
    return `MIT License

Copyright (c) 2026 ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;
  }
  return `Copyright (c) 2026 ${holder}

SPDX-License-Identifier: ${spdx}

The full text of this licence is at https://spdx.org/licenses/${spdx}.html
`;
};
