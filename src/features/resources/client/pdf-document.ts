import type * as Pdfjs from 'pdfjs-dist';
import { version } from 'pdfjs-dist/package.json';
import { pdfLibraryPath } from '../viewing.ts';

export type PdfDocument = Pdfjs.PDFDocumentProxy;
export type PdfProblem = 'broken' | 'locked' | 'network';

/** Larger canvases, in pixels, fail on phones. */
const maxPixels = 16_000_000;

const folder = pdfLibraryPath(version);

/** Loads pdf.js as its authors built it, from our own server: it is large, and few people open a PDF. */
async function loadLibrary(): Promise<typeof Pdfjs> {
  const library = (await import(/* @vite-ignore */ `${folder}legacy/build/pdf.min.mjs`)) as typeof Pdfjs;
  library.GlobalWorkerOptions.workerSrc = `${folder}legacy/build/pdf.worker.min.mjs`;
  return library;
}

/**
 * Opens a PDF and fetches only the pages that are viewed. Scripts in it never run: their engine is not
 * served, and neither forms nor links are rendered.
 */
export async function openPdf(
  address: string,
  signal: AbortSignal,
): Promise<{ document: PdfDocument } | { problem: PdfProblem }> {
  let task: Pdfjs.PDFDocumentLoadingTask | undefined;
  try {
    const { getDocument } = await loadLibrary();
    task = getDocument({
      url: new URL(address, location.href).href,
      disableAutoFetch: true,
      disableStream: true,
      cMapUrl: `${folder}cmaps/`,
      standardFontDataUrl: `${folder}standard_fonts/`,
      wasmUrl: `${folder}wasm/`,
    });
    signal.addEventListener('abort', () => void task?.destroy());
    return { document: await task.promise };
  } catch (error) {
    void task?.destroy();
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): PdfProblem {
  const { name } = error as Error;
  if (name === 'PasswordException') return 'locked';
  return name === 'InvalidPDFException' || name === 'FormatError' ? 'broken' : 'network';
}

/**
 * Draws a page at `width` times `zoom`, with a text layer for selection and screen readers. `signal` aborts
 * it.
 */
export async function drawPage(
  place: HTMLElement,
  pdf: PdfDocument,
  { number, width, zoom }: { number: number; width: number; zoom: number },
  signal: AbortSignal,
): Promise<void> {
  const { TextLayer } = await loadLibrary();
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const scale = (width / page.getViewport({ scale: 1 }).width) * zoom;
  const viewport = page.getViewport({ scale });
  const area = viewport.width * viewport.height;
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(maxPixels / area));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  canvas.className = 'block size-full';
  // Screen readers use the text layer.
  canvas.setAttribute('aria-hidden', 'true');
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const text = document.createElement('div');
  text.className = 'pdf-text';
  text.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  signal.addEventListener('abort', () => {
    drawing.cancel();
    layer.cancel();
  });
  try {
    await Promise.all([drawing.promise, layer.render()]);
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  if (signal.aborted) return;
  place.style.width = `${viewport.width}px`;
  place.style.height = `${viewport.height}px`;
  place.replaceChildren(canvas, text);
}
