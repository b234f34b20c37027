import { BoardError, type BoardProblem, type DrawnBoard } from '#platform/shared/boards/board.ts';
import { readBoard, type BoardFile } from '#platform/shared/boards/read-board.ts';

/** Runs in a web worker, which is ended if a file takes too long. */
export type BoardAnswer = { board: DrawnBoard } | { problem: BoardProblem };

function answer(files: BoardFile[]): BoardAnswer {
  try {
    return { board: readBoard(files) };
  } catch (error) {
    return { problem: error instanceof BoardError ? error.problem : 'failed' };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<BoardFile[]>) => {
  self.postMessage(answer(data), { transfer: [] });
});
