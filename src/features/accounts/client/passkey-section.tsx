import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Security } from '../contract.ts';
import { deviceOf } from '../rules.ts';
import { FormMessage, missing, useForm } from './form.tsx';
import { tellFailure, type Act } from './proof.tsx';
import { formatDay, Section } from './section.tsx';
import { makePasskey, securityQuery } from './security-api.ts';

type Passkey = Security['passkeys'][number];

export function PasskeySection({ security, act }: { security: Security; act: Act }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
  const [working, setWorking] = useState(false);
  const [renaming, setRenaming] = useState<string>();

  async function add(): Promise<void> {
    setWorking(true);
    const { browser, system } = deviceOf(navigator.userAgent);
    const name = [system, browser].filter(Boolean).join(' · ') || m['accounts.security.passkeys_title']();
    try {
      await act(() => makePasskey(name));
      toast('success', m['accounts.security.passkey_added']());
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
    setWorking(false);
  }
  async function remove(passkey: Passkey): Promise<void> {
    try {
      await act(() => sendJson('DELETE', `/api/user/passkeys/${passkey.id}`));
      toast('success', m['accounts.security.passkey_removed']());
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
  }
  return (
    <Section title={m['accounts.security.passkeys_title']()}>
      <p>{m['accounts.security.passkeys_text']()}</p>
      {security.passkeys.length > 0 && (
        <ul className="grid divide-y divide-line">
          {security.passkeys.map((passkey) => (
            <li key={passkey.id} className="py-3">
              {renaming === passkey.id ? (
                <Rename
                  passkey={passkey}
                  onDone={() => {
                    setRenaming(undefined);
                    void refresh();
                  }}
                  onCancel={() => setRenaming(undefined)}
                />
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <div>
                    <p className="font-semibold">{passkey.name}</p>
                    <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
                      <span>
                        {m['accounts.security.passkey_made']({ day: formatDay(passkey.createdAt) })}
                      </span>
                      {passkey.usedAt !== null && (
                        <span>{m['accounts.security.passkey_used']({ day: formatDay(passkey.usedAt) })}</span>
                      )}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    <Button
                      look="secondary"
                      aria-label={m['accounts.security.passkey_rename_of']({ name: passkey.name })}
                      onClick={() => setRenaming(passkey.id)}
                    >
                      {m['accounts.security.passkey_rename']()}
                    </Button>
                    <Button
                      look="danger"
                      aria-label={m['accounts.security.passkey_remove_of']({ name: passkey.name })}
                      onClick={() => void remove(passkey)}
                    >
                      {m['accounts.security.passkey_remove']()}
                    </Button>
                  </div>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button className="justify-self-start" disabled={working} onClick={() => void add()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {m['accounts.security.passkey_add']()}
      </Button>
    </Section>
  );
}

function Rename(props: { passkey: Passkey; onDone(): void; onCancel(): void }) {
  const form = useForm({
    check: (values) => missing(values, ['name']),
    async send({ name }) {
      await sendJson('PATCH', `/api/user/passkeys/${props.passkey.id}`, { name });
      props.onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={m['accounts.security.passkey_name']()}
        name="name"
        defaultValue={props.passkey.name}
        maxLength={60}
        autoComplete="off"
        error={form.fields['name']}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex gap-3">
        <Button type="submit" disabled={form.pending}>
          {m['accounts.security.save']()}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {m['accounts.security.cancel']()}
        </Button>
      </div>
    </form>
  );
}
