import { strToU8, zipSync } from 'fflate';
import { type Mesh, vertexAt, weld } from './mesh.ts';

/** A fixed stamp keeps the archives identical from run to run. */
export const archiveTime = new Date(2026, 0, 15, 12, 0, 0);

export function toStl(mesh: Mesh): Uint8Array {
  const count = mesh.indices.length / 3;
  const bytes = new Uint8Array(84 + count * 50);
  bytes.set(strToU8('Gongbang demo model, millimetres'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++) {
    const corners = [0, 1, 2].map((k) => vertexAt(mesh, mesh.indices[t * 3 + k] ?? 0));
    const [a, b, c] = corners;
    if (!a || !b || !c) continue;
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n) || 1;
    const values = [...n.map((value) => value / length), ...a, ...b, ...c];
    values.forEach((value, i) => view.setFloat32(84 + t * 50 + i * 4, value, true));
  }
  return bytes;
}

export type NamedMesh = { name: string; mesh: Mesh; color?: string };

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function to3mf(title: string, parts: NamedMesh[]): Uint8Array {
  const number = (value: number): string => String(Math.round(value * 1e4) / 1e4);
  const objects = parts.map((part, index) => {
    const mesh = weld(part.mesh);
    const vertices: string[] = [];
    for (let i = 0; i < mesh.positions.length / 3; i++) {
      const [x, y, z] = vertexAt(mesh, i);
      vertices.push(`<vertex x="${number(x)}" y="${number(y)}" z="${number(z)}"/>`);
    }
    const triangles: string[] = [];
    for (let i = 0; i < mesh.indices.length; i += 3) {
      triangles.push(
        `<triangle v1="${mesh.indices[i]}" v2="${mesh.indices[i + 1]}" v3="${mesh.indices[i + 2]}"/>`,
      );
    }
    return `<object id="${index + 2}" type="model" name="${escapeXml(part.name)}" pid="1" pindex="${index}"><mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh></object>`;
  });
  const bases = parts.map(
    (part) => `<base name="${escapeXml(part.name)}" displaycolor="${part.color ?? '#E07A3F'}"/>`,
  );
  const items = parts.map((_, index) => `<item objectid="${index + 2}"/>`);
  const model = `${xmlHead}<model unit="millimeter" xml:lang="ko" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><metadata name="Title">${escapeXml(title)}</metadata><metadata name="Application">Gongbang demo</metadata><resources><basematerials id="1">${bases.join('')}</basematerials>${objects.join('')}</resources><build>${items.join('')}</build></model>`;
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
      ),
      '3D/3dmodel.model': strToU8(model),
    },
    { level: 5, mtime: archiveTime },
  );
}
