import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';

export function LoadFailed({ error, retry }: { error: unknown; retry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-md bg-danger-soft p-4 text-danger">
      <p>
        {m['conversations.list.failed']()} {describeError(error, '')}
      </p>
      <Button look="danger" onClick={retry}>
        {m['conversations.list.retry']()}
      </Button>
    </div>
  );
}
