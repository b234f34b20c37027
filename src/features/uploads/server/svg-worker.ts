import { parentPort, workerData } from 'node:worker_threads';
import { judgeSvg } from './svg.ts';

/* Reads through an SVG in a thread of its own: one of several megabytes takes longer than anybody else may wait. */

export type SvgTask = { bytes: Uint8Array<ArrayBuffer> };

const { bytes } = workerData as SvgTask;
parentPort?.postMessage(judgeSvg(new TextDecoder().decode(bytes)), []);
