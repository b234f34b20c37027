import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { OwnSession, Security } from '../contract.ts';
import type { ServiceName } from '../going-on.ts';
import { FormMessage, missing, useForm } from './form.tsx';
import { checkNewPassword, NewPasswordField, ownOf } from './new-password.tsx';
import { ProofCancelled, tellFailure, type Act } from './proof.tsx';
import { formatTime, Section } from './section.tsx';
import { securityQuery, sessionsQuery, visitService } from './security-api.ts';
import { serviceWords } from './services.tsx';

type SectionProps = { security: Security; act: Act };

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: securityQuery.queryKey }),
      client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    ]);
  };
}

export function EmailSection({ security, act }: SectionProps) {
  const [open, setOpen] = useState(false);
  const sent = (email: string) =>
    toast('success', m['accounts.security.email_sent'](), m['accounts.security.email_sent_text']({ email }));
  const form = useForm({
    check: (values) => missing(values, ['email']),
    async send({ email = '' }) {
      try {
        await act(() => sendJson('POST', '/api/user/email', { email }));
      } catch (error) {
        if (error instanceof ProofCancelled) return;
        throw error;
      }
      setOpen(false);
      sent(email);
    },
  });
  return (
    <Section title={m['accounts.security.email_title']()}>
      <p>
        <span className="font-semibold">{security.email}</span>{' '}
        <span className="rounded-sm bg-sunken px-2 text-sm">
          {security.emailVerified
            ? m['accounts.security.email_confirmed']()
            : m['accounts.security.email_unconfirmed']()}
        </span>
      </p>
      {open ? (
        <form {...form.props} className="grid gap-4">
          <TextField
            label={m['accounts.security.email_new']()}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            error={form.fields['email']}
          />
          <FormMessage>{form.message}</FormMessage>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={form.pending}>
              {m['accounts.security.email_change']()}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {m['accounts.security.cancel']()}
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-3">
          {!security.emailVerified && (
            <Button
              onClick={() =>
                void sendJson('POST', '/api/user/email/confirmation').then(
                  () => sent(security.email),
                  tellFailure,
                )
              }
            >
              {m['accounts.security.email_resend']()}
            </Button>
          )}
          <Button look="secondary" onClick={() => setOpen(true)}>
            {m['accounts.security.email_change']()}
          </Button>
        </div>
      )}
    </Section>
  );
}

export function PasswordSection({ security, act }: SectionProps) {
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const form = useForm({
    check: (values) => checkNewPassword(values['newPassword'] ?? '', 'newPassword', ownOf(values)),
    async send({ newPassword }) {
      try {
        await act(() => sendJson('PUT', '/api/user/password', { newPassword }));
      } catch (error) {
        if (error instanceof ProofCancelled) return;
        throw error;
      }
      setOpen(false);
      toast('success', m['accounts.security.password_done']());
      await refresh();
    },
  });
  const name = security.hasPassword
    ? m['accounts.security.password_change']()
    : m['accounts.security.password_add']();
  return (
    <Section title={m['accounts.security.password_title']()}>
      <p>
        {security.hasPassword
          ? m['accounts.security.password_set']()
          : m['accounts.security.password_none']()}
      </p>
      {open ? (
        <form {...form.props} className="grid gap-4">
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={security.email} />
          <NewPasswordField
            label={m['accounts.recover.new_password']()}
            name="newPassword"
            error={form.fields['newPassword']}
          />
          <FormMessage>{form.message}</FormMessage>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={form.pending}>
              {m['accounts.security.save']()}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {m['accounts.security.cancel']()}
            </Button>
          </div>
        </form>
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {name}
        </Button>
      )}
    </Section>
  );
}

export function ServicesSection({ security, act }: SectionProps) {
  const refresh = useRefresh();
  async function disconnect(name: ServiceName): Promise<void> {
    try {
      await act(() => sendJson('DELETE', `/api/user/sign-in-services/${name}`));
      toast('success', m['accounts.security.service_disconnect_done']({ service: serviceWords[name]() }));
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
  }
  if (security.services.length === 0) return null;
  return (
    <Section title={m['accounts.security.services_title']()}>
      <p>{m['accounts.security.services_text']()}</p>
      <ul className="grid divide-y divide-line">
        {security.services.map(({ name, connected }) => {
          const service = serviceWords[name]();
          return (
            <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="font-semibold">
                {service}{' '}
                {connected && (
                  <span className="rounded-sm bg-sunken px-2 text-sm font-normal">
                    {m['accounts.security.service_connected']()}
                  </span>
                )}
              </span>
              {connected ? (
                <Button look="danger" onClick={() => void disconnect(name)}>
                  {m['accounts.security.service_disconnect']({ service })}
                </Button>
              ) : (
                <Button
                  look="secondary"
                  onClick={() => void act(() => visitService(name, 'connect')).catch(tellFailure)}
                >
                  {m['accounts.security.service_connect']({ service })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

const deviceName = ({ browser, system }: OwnSession) =>
  [browser, system].filter(Boolean).join(' · ') || m['accounts.security.session_unknown']();

export function SessionsSection() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const refresh = useRefresh();
  async function end(path: string, done: string): Promise<void> {
    try {
      await sendJson('DELETE', path);
      toast('success', done);
      await refresh();
    } catch (error) {
      tellFailure(error);
    }
  }
  return (
    <Section title={m['accounts.security.sessions_title']()} anchor="sessions">
      <ul className="grid divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">
                {deviceName(session)}{' '}
                {session.current && (
                  <span className="rounded-sm bg-accent-soft px-2 text-sm font-normal text-accent-strong">
                    {m['accounts.security.session_current']()}
                  </span>
                )}
              </p>
              <p className="text-sm text-ink-soft">
                {m['accounts.security.session_used']({
                  time: formatTime(session.usedAt),
                  network: session.network,
                })}
              </p>
            </div>
            {!session.current && (
              <Button
                look="secondary"
                aria-label={m['accounts.security.session_end_of']({ device: deviceName(session) })}
                onClick={() =>
                  void end(`/api/user/sessions/${session.id}`, m['accounts.security.session_ended']())
                }
              >
                {m['accounts.security.session_end']()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="danger"
          className="justify-self-start"
          onClick={() => void end('/api/user/sessions', m['accounts.security.sessions_ended_all']())}
        >
          {m['accounts.security.sessions_end_all']()}
        </Button>
      )}
    </Section>
  );
}
