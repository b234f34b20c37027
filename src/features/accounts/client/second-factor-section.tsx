import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Security } from '../contract.ts';
import { FormMessage, missing, useForm } from './form.tsx';
import { ProofCancelled, tellFailure, type Act } from './proof.tsx';
import { Section } from './section.tsx';
import { securityQuery } from './security-api.ts';

type Secret = { secret: string; uri: string; qr: boolean[][] };

export function SecondFactorSection({ security, act }: { security: Security; act: Act }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<string[]>();

  async function start(): Promise<void> {
    try {
      const [{ encode }, found] = await Promise.all([
        import('uqr'),
        act(() => sendJson<Omit<Secret, 'qr'>>('POST', '/api/user/second-factor')),
      ]);
      setSecret({ ...found, qr: encode(found.uri).data });
    } catch (error) {
      tellFailure(error);
    }
  }
  async function end(): Promise<void> {
    try {
      await act(() => sendJson('DELETE', '/api/user/second-factor'));
      toast('success', m['accounts.security.factor_ended']());
      setCodes(undefined);
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
  }
  async function renew(): Promise<void> {
    try {
      const path = '/api/user/second-factor/recovery-codes';
      setCodes((await act(() => sendJson<{ recoveryCodes: string[] }>('POST', path))).recoveryCodes);
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
  }

  return (
    <Section title={m['accounts.security.factor_title']()}>
      <p>
        {security.secondFactor
          ? m['accounts.security.factor_on']({ count: security.recoveryCodesLeft })
          : m['accounts.security.factor_off']()}
      </p>
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {secret && !security.secondFactor && (
        <Enroll
          secret={secret}
          act={act}
          onDone={async (made) => {
            setCodes(made);
            setSecret(undefined);
            await refresh();
          }}
          onCancel={() => setSecret(undefined)}
        />
      )}
      {security.secondFactor ? (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => void renew()}>
            {m['accounts.security.codes_renew']()}
          </Button>
          <Button look="danger" onClick={() => void end()}>
            {m['accounts.security.factor_end']()}
          </Button>
        </div>
      ) : (
        !secret && (
          <Button className="justify-self-start" onClick={() => void start()}>
            {m['accounts.security.factor_start']()}
          </Button>
        )
      )}
    </Section>
  );
}

function Enroll(props: {
  secret: Secret;
  act: Act;
  onDone(codes: string[]): Promise<void>;
  onCancel(): void;
}) {
  const { secret, qr } = props.secret;
  const form = useForm({
    check: (values) => missing(values, ['code']),
    async send({ code }) {
      const path = '/api/user/second-factor/confirm';
      try {
        const made = await props.act(() => sendJson<{ recoveryCodes: string[] }>('POST', path, { code }));
        await props.onDone(made.recoveryCodes);
      } catch (error) {
        if (!(error instanceof ProofCancelled)) throw error;
      }
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <p>{m['accounts.security.factor_scan']()}</p>
      <QrCode modules={qr} />
      <p>
        {m['accounts.security.factor_key']()}:{' '}
        <code className="font-mono break-all">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        label={m['accounts.code.label']()}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={form.fields['code']}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {m['accounts.security.factor_start']()}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {m['accounts.security.cancel']()}
        </Button>
      </div>
    </form>
  );
}

/** Dark on white in every theme, because cameras need that. */
function QrCode({ modules }: { modules: boolean[][] }) {
  const size = modules.length;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={m['accounts.security.factor_qr']()}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-line"
    >
      <rect x={-2} y={-2} width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  return (
    <div role="status" className="grid gap-4 rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-bold">{m['accounts.security.codes_title']()}</h3>
      <p>{m['accounts.security.codes_text']()}</p>
      <ul className="grid grid-cols-1 gap-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          onClick={() =>
            void navigator.clipboard
              .writeText(codes.join('\n'))
              .then(() => toast('success', m['accounts.security.codes_copied']()))
              .catch(tellFailure)
          }
        >
          {m['accounts.security.codes_copy']()}
        </Button>
        <Button onClick={onKept}>{m['accounts.security.codes_done']()}</Button>
      </div>
    </div>
  );
}
