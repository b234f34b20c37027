import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { getJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { ResourceDetail } from '../contract.ts';

export function ShareDialog(props: { resource: ResourceDetail; title: string; onClose(): void }) {
  const { resource, title, onClose } = props;
  const locale = currentLocale();
  const { origin } = window.location;
  const link = origin + localizePath(`/resources/${resource.id}`, locale);
  const embed = useQuery({
    queryKey: ['oembed', link],
    enabled: resource.state === 'published',
    queryFn: ({ signal }) => getJson<{ html: string }>(`/api/oembed?url=${encodeURIComponent(link)}`, signal),
  });
  // Error correction level M keeps a sticker readable after a corner has worn off.
  const code = renderSVG(link, { ecc: 'M', border: 2 });
  const codeUrl = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`;
  return (
    <div className="grid gap-6">
      <h2 id="share-title" className="text-xl font-bold">
        {m['resources.share.title']()}
      </h2>
      <Copyable label={m['resources.share.link']()} text={link} />
      {'share' in navigator && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => void navigator.share({ title, url: link }).catch(() => {})}
        >
          {m['resources.share.with_device']()}
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={codeUrl}
          alt={m['resources.share.code_alt']({ title })}
          className="size-40 rounded-md bg-white"
        />
        <div className="grid flex-1 gap-2">
          <h3 className="font-semibold">{m['resources.share.code']()}</h3>
          <p className="text-sm text-ink-soft">{m['resources.share.code_hint']()}</p>
          <a
            href={codeUrl}
            download={`gongbang-${resource.id.slice(-6)}.svg`}
            className={buttonClass('secondary', 'justify-self-start text-sm')}
          >
            {m['resources.share.save_code']()}
          </a>
        </div>
      </div>
      {embed.data && (
        <Copyable
          label={m['resources.share.embed']()}
          hint={m['resources.share.embed_hint']()}
          text={embed.data.html}
        />
      )}
      <Button look="secondary" className="justify-self-end" onClick={onClose}>
        {m['resources.share.close']()}
      </Button>
    </div>
  );
}

function Copyable({ label, hint, text }: { label: string; hint?: string; text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="grid gap-1">
      <label className="grid gap-1">
        <span className="font-semibold">{label}</span>
        <span className="flex gap-2">
          <input
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
            className="min-h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 font-mono text-sm"
          />
          <Button
            look="secondary"
            className="shrink-0"
            onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
          >
            <span aria-live="polite">
              {copied ? m['resources.detail.copied']() : m['resources.detail.copy']()}
            </span>
          </Button>
        </span>
      </label>
      {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
    </div>
  );
}
