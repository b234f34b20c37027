import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useRef, useState, type ChangeEvent } from 'react';
import {
  currentUserQuery,
  FormMessage,
  missing,
  Section,
  useForm,
} from '#features/accounts/client/public.tsx';
import { cityNames } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { Profile, ProfileInput } from '../contract.ts';
import { longestBio, spokenLanguages } from '../rules.ts';
import { profileQuery, sendAvatar } from './api.ts';
import { Avatar } from './avatar.tsx';
import { LoginNeeded } from './login-needed.tsx';
import { languageName } from './words.ts';

export const Route = createFileRoute('/my/profile')({
  loader: async ({ context }) => (await import('./load-own.ts'))?.loadProfile(context.queryClient),
  head: loadedHead,
  component: ProfilePage,
});

function ProfilePage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['people.profile.title']()}</h1>
        {user && (
          <Link
            to="/people/$username"
            params={{ username: user.username }}
            className={buttonClass('secondary', 'text-sm')}
          >
            {m['people.profile.view']()}
          </Link>
        )}
      </div>
      {user ? <Loaded /> : <LoginNeeded />}
    </div>
  );
}

function Loaded() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (data) {
    return (
      <div className="grid gap-6">
        <AvatarSection profile={data} />
        <AboutSection profile={data} />
      </div>
    );
  }
  if (error) {
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  }
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

/** Invalidates everything that shows this person. */
function useSaved() {
  const client = useQueryClient();
  return async (saved: Profile) => {
    client.setQueryData(profileQuery.queryKey, saved);
    for (const name of ['person', 'resource', 'resources', 'service', 'services']) {
      void client.invalidateQueries({ queryKey: [name] });
    }
    await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
}

function AvatarSection({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);
  const onSaved = useSaved();

  async function change(send: () => Promise<Profile>, done: string): Promise<void> {
    setPending(true);
    setProblem('');
    try {
      await onSaved(await send());
      toast('success', done);
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields['image']) || describeError(error));
    } finally {
      setPending(false);
    }
  }
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const file = event.target.files?.[0];
    // Cleared, so that the same file can be chosen again after a refusal.
    event.target.value = '';
    if (!file) return;
    const wrong = pictureProblem(file);
    if (wrong === '') void change(() => sendAvatar(file), m['people.profile.picture_saved']());
    else setProblem(wrong);
  }
  return (
    <Section title={m['people.profile.picture']()}>
      <div className="flex flex-wrap items-center gap-6">
        <Avatar name={profile.fullName} url={profile.avatarUrl} />
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-3">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/gif"
              aria-label={m['people.profile.choose_picture']()}
              tabIndex={-1}
              onChange={choose}
              className="sr-only"
            />
            <Button look="secondary" disabled={pending} onClick={() => input.current?.click()}>
              {pending ? m['people.profile.sending']() : m['people.profile.choose_picture']()}
            </Button>
            {profile.avatarUrl !== null && (
              <Button
                look="quiet"
                disabled={pending}
                onClick={() =>
                  void change(
                    () => sendJson<Profile>('DELETE', '/api/user/avatar'),
                    m['people.profile.picture_removed'](),
                  )
                }
              >
                {m['people.profile.remove_picture']()}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">{m['people.profile.picture_hint']()}</p>
          <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {problem}
          </p>
        </div>
      </div>
    </Section>
  );
}

const languageField = (code: string) => `language ${code}`;

function AboutSection({ profile }: { profile: Profile }) {
  const onSaved = useSaved();
  const unsaved = useRef(false);
  const { fields, message, pending, props } = useForm({
    check: (values) => missing(values, ['fullName', 'username']),
    async send(values) {
      const change: ProfileInput = {
        fullName: values['fullName'],
        username: values['username'],
        bio: values['bio'],
        languages: spokenLanguages.filter((code) => languageField(code) in values),
        region: values['region'] as Profile['region'],
      };
      const saved = await sendJson<Profile>('PATCH', '/api/user', change);
      unsaved.current = false;
      await onSaved(saved);
      toast('success', m['people.profile.saved']());
    },
  });
  return (
    <Section title={m['people.profile.about']()}>
      <form
        {...props}
        className="grid gap-5"
        onInput={(event) => {
          unsaved.current = true;
          props.onInput(event);
        }}
      >
        <LeaveWarning unsaved={unsaved} />
        <TextField
          label={m['people.profile.full_name']()}
          name="fullName"
          autoComplete="name"
          maxLength={80}
          defaultValue={profile.fullName}
          error={fields['fullName']}
        />
        <TextField
          label={m['people.profile.username']()}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          defaultValue={profile.username}
          hint={m['people.profile.username_hint']()}
          error={fields['username']}
        />
        {profile.formerUsernames.length > 0 && (
          <ul className="-mt-3 text-sm text-ink-soft">
            {profile.formerUsernames.map(({ username, heldUntil }) => (
              <li key={username}>{m['people.profile.former']({ username, day: formatDay(heldUntil) })}</li>
            ))}
          </ul>
        )}
        <TextAreaField
          label={m['people.profile.bio']()}
          name="bio"
          rows={5}
          maxLength={longestBio}
          defaultValue={profile.bio}
          hint={m['people.profile.bio_hint']({ count: longestBio })}
          error={fields['bio']}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">{m['people.profile.languages']()}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4">
            {spokenLanguages.map((code) => (
              <label key={code} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name={languageField(code)}
                  defaultChecked={profile.languages.includes(code)}
                  className="size-5 shrink-0 accent-accent"
                />
                {languageName(code)}
              </label>
            ))}
          </div>
        </fieldset>
        <SelectField
          label={m['people.profile.region']()}
          name="region"
          defaultValue={profile.region}
          hint={m['people.profile.region_hint']()}
          error={fields['region']}
        >
          <option value="">{m['people.profile.no_region']()}</option>
          {Object.entries(cityNames).map(([city, name]) => (
            <option key={city} value={city}>
              {name()}
            </option>
          ))}
        </SelectField>
        <FormMessage>{message}</FormMessage>
        <Button type="submit" disabled={pending} className="justify-self-start">
          {pending ? m['people.profile.saving']() : m['people.profile.save']()}
        </Button>
      </form>
    </Section>
  );
}

function formatDay(iso: string): string {
  return dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(new Date(iso));
}
