import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

export function Loading() {
  return <p role="status">{m['resources.reader.loading']()}</p>;
}

/** Error message of a file with its remedies: retry or download. */
export function Trouble(props: { download: string; onRetry?(): void; children: ReactNode }) {
  const { download, onRetry, children } = props;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="alert">{children}</p>
      <div className="flex flex-wrap gap-3">
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClass('secondary')}>
            {m['resources.reader.retry']()}
          </button>
        )}
        <a href={download} className={buttonClass('secondary')}>
          <Download aria-hidden="true" className="size-5" />
          {m['resources.reader.download']()}
        </a>
      </div>
    </div>
  );
}

/** Shows a picture uncropped. */
export function WholePicture({
  address,
  name,
  download,
}: {
  address: string;
  name: string;
  download: string;
}) {
  const [broken, setBroken] = useState(false);
  if (broken) return <Trouble download={download}>{m['resources.reader.picture_broken']()}</Trouble>;
  return (
    <img
      // The picture may have failed before hydration.
      ref={(picture) => {
        if (picture?.complete && picture.naturalWidth === 0) setBroken(true);
      }}
      src={address}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto max-h-[80vh] max-w-full rounded-md bg-sunken object-contain"
    />
  );
}

export function IconButton(props: {
  label: string;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  const { label, disabled = false, onClick, children } = props;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="grid size-11 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:border-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
    >
      {children}
    </button>
  );
}
