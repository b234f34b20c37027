import { ApiError } from '#platform/client/fetcher.ts';

const form = 'estimate';

/** Uploads a file and returns the upload's id once it can be quoted. `onProgress` receives a number from 0 to 1. */
export async function sendModel(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress(part: number, offline: boolean): void },
): Promise<string> {
  const { createUploader, forgetUploads } = await import('#features/uploads/client/public.tsx');
  signal.throwIfAborted();
  return new Promise<string>((resolve, reject) => {
    let key = '';
    // Stop listening after the upload, because a finished upload is kept for the next quote.
    const stopListening = () => signal.removeEventListener('abort', giveUp);
    const uploader = createUploader({
      form,
      problemOf: () => '',
      onChange: ([item]) => {
        if (!item) return;
        key = item.key;
        if (item.state === 'finished' && item.id !== null) {
          stopListening();
          forgetUploads(form);
          uploader.close();
          resolve(item.id);
        } else if (item.state === 'failed') {
          stopListening();
          uploader.close();
          reject(new ApiError(0, 'upload_failed', item.problem));
        } else onProgress(item.sent / Math.max(1, item.size), item.state === 'offline');
      },
    });
    function giveUp(): void {
      stopListening();
      void uploader.remove(key).finally(() => uploader.close());
      reject(signal.reason as Error);
    }
    signal.addEventListener('abort', giveUp);
    uploader.add([file]);
  });
}
