import { parentPort, workerData } from 'node:worker_threads';
import { judgeSvg } from './svg.ts';

/* Checks an SVG in a worker thread, because several megabytes would block other requests. */

export type SvgTask = { bytes: Uint8Array<ArrayBuffer> };

const { bytes } = workerData as SvgTask;
parentPort?.postMessage(judgeSvg(new TextDecoder().decode(bytes)), []);
