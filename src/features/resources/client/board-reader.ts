import { BoardError, type BoardProblem, type DrawnBoard } from '#platform/shared/boards/board.ts';
import { readBoard } from '#platform/shared/boards/read-board.ts';

/** Runs in a web worker, which is ended if a file takes too long. */
export type BoardTask = { name: string; bytes: Uint8Array<ArrayBuffer> };
export type BoardAnswer = { board: DrawnBoard } | { problem: BoardProblem };

function answer({ name, bytes }: BoardTask): BoardAnswer {
  try {
    return { board: readBoard(name, bytes) };
  } catch (error) {
    return { problem: error instanceof BoardError ? error.problem : 'failed' };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<BoardTask>) => {
  self.postMessage(answer(data), { transfer: [] });
});
