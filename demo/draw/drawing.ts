import { PDFDocument, LineCapStyle, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { letterStrokes, type LetterOptions, type Point } from './letters.ts';
import { hexToRgb } from './palettes.ts';

export type Paint = { fill?: string; stroke?: string; width?: number; opacity?: number; dash?: number[] };

type Shape =
  | { kind: 'path'; points: Point[]; closed: boolean; paint: Paint }
  | { kind: 'circle'; x: number; y: number; r: number; paint: Paint }
  | { kind: 'rect'; x: number; y: number; w: number; h: number; r: number; paint: Paint }
  | { kind: 'raw'; svg: string };

const round = (value: number): number => Math.round(value * 100) / 100;

function paintAttributes({ fill, stroke, width, opacity, dash }: Paint): string {
  let out = ` fill="${fill ?? 'none'}"`;
  if (stroke) {
    out += ` stroke="${stroke}" stroke-width="${round(width ?? 1)}" stroke-linecap="round" stroke-linejoin="round"`;
  }
  if (opacity !== undefined) out += ` opacity="${opacity}"`;
  if (dash) out += ` stroke-dasharray="${dash.join(' ')}"`;
  return out;
}

/** List of shapes that can be written as SVG, as a PDF page or as a PNG. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: Shape[] = [];
  private definitions = '';

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  rect(x: number, y: number, w: number, h: number, paint: Paint, r = 0): this {
    this.shapes.push({ kind: 'rect', x, y, w, h, r, paint });
    return this;
  }

  circle(x: number, y: number, r: number, paint: Paint): this {
    this.shapes.push({ kind: 'circle', x, y, r, paint });
    return this;
  }

  line(points: Point[], paint: Paint): this {
    this.shapes.push({ kind: 'path', points, closed: false, paint });
    return this;
  }

  polygon(points: Point[], paint: Paint): this {
    this.shapes.push({ kind: 'path', points, closed: true, paint });
    return this;
  }

  /** Lettering drawn as strokes; weight is the stroke's width as a share of the size. */
  text(
    text: string,
    x: number,
    y: number,
    options: LetterOptions & { color: string; weight?: number; opacity?: number },
  ): this {
    const paint: Paint = { stroke: options.color, width: options.size * (options.weight ?? 0.13) };
    if (options.opacity !== undefined) paint.opacity = options.opacity;
    for (const points of letterStrokes(text, x, y, options)) this.line(points, paint);
    return this;
  }

  raw(svg: string): this {
    this.shapes.push({ kind: 'raw', svg });
    return this;
  }

  /** Same drawing, scaled to fit a sheet of another size. */
  fitted(width: number, height: number): Drawing {
    const sheet = new Drawing(width, height);
    const k = Math.min(width / this.width, height / this.height);
    const x = (width - this.width * k) / 2;
    const y = (height - this.height * k) / 2;
    sheet.definitions = this.definitions;
    sheet.rect(0, 0, width, height, { fill: '#ffffff' });
    sheet.raw(`<g transform="translate(${round(x)} ${round(y)}) scale(${k.toFixed(4)})">`);
    sheet.shapes.push(...this.shapes);
    return sheet.raw('</g>');
  }

  /** Places another drawing on this one: scaled, rotated, and with a soft shadow. */
  lay(other: Drawing, x: number, y: number, scale: number, degrees: number): this {
    const w = other.width;
    const h = other.height;
    this.definitions += other.definitions;
    this.raw(
      `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale}) translate(${-w / 2} ${-h / 2})">`,
    );
    for (let i = 6; i > 0; i--) {
      const grow = (i * 5) / scale;
      this.rect(
        -grow,
        -grow + 10 / scale,
        w + grow * 2,
        h + grow * 2,
        { fill: '#1d2230', opacity: 0.03 },
        grow,
      );
    }
    this.shapes.push(...other.shapes);
    return this.raw('</g>');
  }

  /** Copies another drawing's shapes to a position, unrotated, so that a PDF shows them too. */
  stamp(other: Drawing, x: number, y: number, scale: number): this {
    const sized = (paint: Paint): Paint => ({
      ...paint,
      ...(paint.width === undefined ? {} : { width: paint.width * scale }),
    });
    for (const shape of other.shapes) {
      if (shape.kind === 'path') {
        const points = shape.points.map(([px, py]): Point => [x + px * scale, y + py * scale]);
        this.shapes.push({ ...shape, points, paint: sized(shape.paint) });
      } else if (shape.kind === 'circle') {
        this.circle(x + shape.x * scale, y + shape.y * scale, shape.r * scale, sized(shape.paint));
      } else if (shape.kind === 'rect') {
        this.rect(
          x + shape.x * scale,
          y + shape.y * scale,
          shape.w * scale,
          shape.h * scale,
          sized(shape.paint),
          shape.r * scale,
        );
      }
    }
    return this;
  }

  define(svg: string): this {
    this.definitions += svg;
    return this;
  }

  gradient(id: string, from: string, to: string, vertical = true): string {
    const end = vertical ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
    this.define(
      `<linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    );
    return `url(#${id})`;
  }

  toSvg(unit = ''): string {
    const body = this.shapes.map(shapeSvg).join('\n');
    const defs = this.definitions ? `<defs>${this.definitions}</defs>\n` : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}${unit}" height="${this.height}${unit}" viewBox="0 0 ${this.width} ${this.height}">\n${defs}${body}\n</svg>\n`;
  }

  async toPng(): Promise<Uint8Array> {
    return new Uint8Array(
      await sharp(Buffer.from(this.toSvg()))
        .flatten({ background: '#ffffff' })
        .png({ compressionLevel: 3, adaptiveFiltering: false })
        .toBuffer(),
    );
  }

  async toTexture(): Promise<{ data: Uint8Array; width: number; height: number }> {
    const { data, info } = await sharp(Buffer.from(this.toSvg()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), width: info.width, height: info.height };
  }
}

function shapeSvg(shape: Shape): string {
  if (shape.kind === 'raw') return shape.svg;
  const paint = paintAttributes(shape.paint);
  if (shape.kind === 'circle') {
    return `<circle cx="${round(shape.x)}" cy="${round(shape.y)}" r="${round(shape.r)}"${paint}/>`;
  }
  if (shape.kind === 'rect') {
    const corner = shape.r > 0 ? ` rx="${round(shape.r)}"` : '';
    return `<rect x="${round(shape.x)}" y="${round(shape.y)}" width="${round(shape.w)}" height="${round(shape.h)}"${corner}${paint}/>`;
  }
  const d = shape.points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');
  return `<path d="M${d}${shape.closed ? 'Z' : ''}"${paint}/>`;
}

/** Writes drawings as the pages of one PDF; one drawing unit is `scale` points. */
export async function toPdf(title: string, pages: Drawing[], scale: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.setProducer('Gongbang demo');
  pdf.setCreator('Gongbang demo');
  pdf.setCreationDate(new Date(Date.UTC(2026, 0, 15)));
  pdf.setModificationDate(new Date(Date.UTC(2026, 0, 15)));
  for (const drawing of pages) {
    const page = pdf.addPage([drawing.width * scale, drawing.height * scale]);
    const top = drawing.height * scale;
    for (const shape of drawing.shapes) {
      if (shape.kind === 'raw') continue;
      const { fill, stroke, width = 1, opacity } = shape.paint;
      const options = {
        x: 0,
        y: top,
        scale,
        ...(fill ? { color: pdfColor(fill) } : {}),
        ...(stroke
          ? {
              borderColor: pdfColor(stroke),
              borderWidth: width,
              borderLineCap: LineCapStyle.Round,
              ...(shape.paint.dash ? { borderDashArray: shape.paint.dash } : {}),
            }
          : {}),
        ...(opacity === undefined ? {} : { opacity, borderOpacity: opacity }),
      };
      page.drawSvgPath(pathOf(shape), options);
    }
  }
  return await pdf.save({ useObjectStreams: true });
}

function pathOf(shape: Exclude<Shape, { kind: 'raw' }>): string {
  if (shape.kind === 'path') {
    const [[left, top] = [0, 0], ...others] = shape.points;
    // Browsers omit paths of zero length in PDFs, such as the dot of an i.
    const isDot = others.every(([x, y]) => x === left && y === top);
    const points = isDot ? [[left, top] as const, [left + 0.05, top] as const] : shape.points;
    return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}${shape.closed ? 'Z' : ''}`;
  }
  if (shape.kind === 'circle') {
    const { x, y, r } = shape;
    return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  const { x, y, w, h } = shape;
  const r = Math.min(shape.r, w / 2, h / 2);
  if (r <= 0) return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}Z`;
  return `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;
}

function pdfColor(hex: string): ReturnType<typeof rgb> {
  const [r, g, b] = hexToRgb(hex);
  return rgb(r / 255, g / 255, b / 255);
}
