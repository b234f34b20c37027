import { useRouter } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';

/** Replaces a page whose data could not be loaded. */
export function Failed({ retry }: { retry(): void }) {
  const router = useRouter();
  return (
    <div role="alert" className="page grid min-h-96 content-center justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['app.failed.title']() })}</title>
      <h1 className="text-2xl font-bold">{m['app.failed.title']()}</h1>
      <p className="text-ink-soft">{m['app.failed.text']()}</p>
      <Button
        onClick={() => {
          retry();
          void router.invalidate();
        }}
      >
        {m['app.failed.retry']()}
      </Button>
    </div>
  );
}
