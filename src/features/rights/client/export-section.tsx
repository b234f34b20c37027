import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Section, securityQuery, useProof } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, getJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import type { DataExport } from '../contract.ts';
import { exportQuery } from './api.ts';
import { formatDay, formatSize, tellFailure } from './words.ts';

export function ExportSection() {
  const found = useQuery(exportQuery);
  const security = useQuery(securityQuery);
  const failed = found.error ?? security.error;
  return (
    <Section title={m['rights.export.title']()}>
      <div className="grid gap-2">
        <p>{m['rights.export.text']()}</p>
        <p className="text-ink-soft">{m['rights.export.secret']()}</p>
      </div>
      {found.data && security.data ? (
        <State found={found.data} security={security.data} />
      ) : failed ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="text-danger">
            {m['rights.load_failed']()} {describeError(failed, '')}
          </p>
          <Button look="secondary" onClick={() => void Promise.all([found.refetch(), security.refetch()])}>
            {m['rights.retry']()}
          </Button>
        </div>
      ) : (
        <div aria-busy="true" className="h-11 animate-pulse rounded-md bg-sunken" />
      )}
    </Section>
  );
}

function State({ found, security }: { found: DataExport; security: Parameters<typeof useProof>[0] }) {
  const client = useQueryClient();
  const { act, dialog } = useProof(security);
  const [asking, setAsking] = useState(false);
  async function ask(): Promise<void> {
    setAsking(true);
    try {
      const asked = await act(() => getJson<DataExport>('/api/user/export'));
      client.setQueryData(exportQuery.queryKey, asked);
      toast('success', m['rights.export.asked'](), m['rights.export.asked_text']());
    } catch (error) {
      tellFailure(error);
    } finally {
      setAsking(false);
    }
  }
  return (
    <>
      <div role="status" className="empty:hidden">
        {found.state === 'preparing' && (
          <p className="rounded-md bg-accent-soft px-4 py-3 text-accent-strong">
            {m['rights.export.preparing']()}
          </p>
        )}
        {found.state === 'ready' && found.expiresAt !== null && (
          <p>{m['rights.export.until']({ day: formatDay(found.expiresAt) })}</p>
        )}
      </div>
      {found.state !== 'preparing' && (
        <div className="flex flex-wrap gap-3">
          {found.state === 'ready' && (
            <a href="/api/user/export/download" download className={buttonClass()}>
              <Download aria-hidden="true" className="size-5" />
              {m['rights.export.download']({ size: formatSize(found.size ?? 0) })}
            </a>
          )}
          <Button
            look={found.state === 'ready' ? 'secondary' : 'primary'}
            disabled={asking}
            onClick={() => void ask()}
          >
            {found.state === 'ready' ? m['rights.export.ask_again']() : m['rights.export.ask']()}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
