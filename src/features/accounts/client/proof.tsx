import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { openDialog } from '#ui/modal.ts';
import type { Security } from '../contract.ts';
import { FormMessage, missing, PasswordField, useForm } from './form.tsx';
import { PasskeyCancelled, securityQuery, sessionsQuery, showPasskey, visitService } from './security-api.ts';
import { serviceWords } from './services.tsx';

/** Thrown when someone closes the dialog for a proof. Nothing has happened, and no error is shown. */
export class ProofCancelled extends Error {}

/** Runs an action; if it needs a proof, asks for one and runs it again. */
export type Act = <Result>(action: () => Promise<Result>) => Promise<Result>;

type Asked = { proven(): void; cancelled(): void };

/** Returns `act` for sensitive changes, and the dialog that asks for a proof. */
export function useProof(security: Security): { act: Act; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const client = useQueryClient();
  const act: Act = (action) =>
    action().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'proof_needed')) throw error;
      return new Promise((resolve, reject) => {
        setAsked({
          proven: () => void action().then(resolve, reject),
          cancelled: () => reject(new ProofCancelled()),
        });
      });
    });
  return {
    act,
    dialog: asked && (
      <ProofDialog
        security={security}
        onProven={() => {
          setAsked(null);
          asked.proven();
          void client.invalidateQueries({ queryKey: securityQuery.queryKey });
          void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        }}
        onCancel={() => {
          setAsked(null);
          asked.cancelled();
        }}
      />
    ),
  };
}

/** Same for a dialog or a form. Renders once the person's ways to prove their identity are loaded. */
export function Proven({ children }: { children(act: Act): ReactNode }) {
  const { data: security } = useQuery(securityQuery);
  return security ? <ProvenBy security={security}>{children}</ProvenBy> : null;
}

function ProvenBy({ security, children }: { security: Security; children(act: Act): ReactNode }) {
  const { act, dialog } = useProof(security);
  return (
    <>
      {children(act)}
      {dialog}
    </>
  );
}

/** Shows an error, except when the user cancelled. */
export function tellFailure(error: unknown): void {
  if (error instanceof ProofCancelled) return;
  toast(
    'danger',
    m['accounts.security.failed'](),
    error instanceof PasskeyCancelled ? m['accounts.security.passkey_cancelled']() : describeError(error),
  );
}

function ProofDialog(props: { security: Security; onProven(): void; onCancel(): void }) {
  const { security, onProven, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => openDialog(dialog.current!), []);
  const hasOwn = security.hasPassword || security.secondFactor || security.passkeys.length > 0;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="proof-title"
      onCancel={onCancel}
      className="m-auto w-full max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
    >
      <div className="grid gap-5">
        <h2 id="proof-title" className="text-xl font-bold">
          {m['accounts.security.proof_title']()}
        </h2>
        <p>{m['accounts.security.proof_text']()}</p>
        {security.hasPassword && <PasswordProof onProven={onProven} />}
        {security.secondFactor && <CodeProof onProven={onProven} />}
        {security.passkeys.length > 0 && <PasskeyProof onProven={onProven} />}
        {!hasOwn &&
          security.services
            .filter(({ connected }) => connected)
            .map(({ name }) => (
              <Button key={name} onClick={() => void visitService(name, 'prove').catch(tellFailure)}>
                {m['accounts.security.proof_service']({ service: serviceWords[name]() })}
              </Button>
            ))}
        <Button look="quiet" onClick={onCancel}>
          {m['accounts.security.cancel']()}
        </Button>
      </div>
    </dialog>
  );
}

function PasswordProof({ onProven }: { onProven(): void }) {
  const form = useForm({
    check: (values) => missing(values, ['password']),
    async send({ password }) {
      await sendJson('POST', '/api/user/proof', { password });
      onProven();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <PasswordField autoComplete="current-password" error={form.fields['password']} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" disabled={form.pending}>
        {m['accounts.security.proof_submit']()}
      </Button>
    </form>
  );
}

function CodeProof({ onProven }: { onProven(): void }) {
  const form = useForm({
    check: (values) => missing(values, ['code']),
    async send({ code }) {
      await sendJson('POST', '/api/user/proof', { code });
      onProven();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={m['accounts.security.proof_code']()}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={form.fields['code']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" look="secondary" disabled={form.pending}>
        {m['accounts.security.proof_submit']()}
      </Button>
    </form>
  );
}

function PasskeyProof({ onProven }: { onProven(): void }) {
  const [failure, setFailure] = useState('');
  async function prove(): Promise<void> {
    setFailure('');
    try {
      await showPasskey('/api/user/proof/passkey');
      onProven();
    } catch (error) {
      setFailure(
        error instanceof PasskeyCancelled ? m['accounts.security.passkey_cancelled']() : describeError(error),
      );
    }
  }
  return (
    <>
      <FormMessage>{failure}</FormMessage>
      <Button look="secondary" onClick={() => void prove()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {m['accounts.security.proof_passkey']()}
      </Button>
    </>
  );
}
