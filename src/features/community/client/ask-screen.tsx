import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery, FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale, siteOrigin } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { Channel } from '../contract.ts';
import { communityLimits, titleOf } from '../rules.ts';
import { channelQuery, postMessage, questionsKey } from './api.ts';
import { Obstacle } from './channel-screen.tsx';
import { tagsOf } from './composing.ts';
import { openDraft } from './draft-store.ts';

/** Form for a question: title, text and tags. */
export function AskScreen({ slug, search }: { slug: string; search: Record<string, unknown> }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: channel } = useQuery(channelQuery(slug));
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] content-start gap-6 p-4 py-8 md:p-8">
      <h1 className="text-2xl font-bold">{m['community.ask.title']()}</h1>
      {!channel ? (
        <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
      ) : user && channel.can.write ? (
        <AskForm channel={channel} personId={user.id} about={readAbout(search)} />
      ) : (
        <Obstacle channel={channel} />
      )}
    </div>
  );
}

type About = { problem: string; resource: string; step: number };

/** Reads the subject of the question from the address. */
function readAbout(search: Record<string, unknown>): About {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const resource = text('resource');
  const step = Number(text('step'));
  return {
    problem: text('problem').slice(0, communityLimits.text / 2),
    resource: /^[\w-]{1,64}$/.test(resource) ? resource : '',
    step: Number.isSafeInteger(step) && step > 0 ? step : 0,
  };
}

/** Builds the text of the question, with the address of its subject, which is shown as a card. */
function textAbout({ problem, resource, step }: About): string {
  if (resource === '') return problem;
  const address = siteOrigin() + localizePath(`/resources/${resource}`, currentLocale());
  const about =
    step > 0 ? m['community.ask.about_step']({ step, address }) : m['community.ask.about']({ address });
  return [problem, about].filter(Boolean).join('\n\n');
}

function AskForm({ channel, personId, about }: { channel: Channel; personId: string; about: About }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Drafts exist only in the browser.
  const hydrated = useHydrated();
  const uploadsOf = `community:ask:${channel.id}`;
  const [clientId] = useState(() => crypto.randomUUID());
  // A question with a subject has its own draft, so that it does not overwrite the general one.
  const [drafts] = useState(() => {
    const place = about.problem === '' ? 'ask' : `ask:${about.resource}:${about.step}:${about.problem}`;
    return {
      title: openDraft(personId, `${place}:title`),
      text: openDraft(personId, `${place}:text`),
      tags: openDraft(personId, `${place}:tags`),
    };
  });
  const form = useForm({
    check: (values) => ({
      ...missing(values, ['title', 'text']),
      ...(values['uploadsUnfinished'] && { uploads: m['community.talk.files_unfinished']() }),
      ...(tagsOf(values['tags'] ?? '').length > communityLimits.tags && {
        tags: m['platform.field.max_items']({ count: communityLimits.tags }),
      }),
    }),
    async send({ title = '', text = '', tags = '', uploads = '' }) {
      const message = await postMessage(channel.id, clientId, {
        title,
        text,
        tags: tagsOf(tags),
        replyTo: null,
        threadId: null,
        attachments: JSON.parse(uploads || '[]') as string[],
      });
      for (const draft of Object.values(drafts)) draft.keep('');
      forgetUploads(uploadsOf);
      void client.invalidateQueries({ queryKey: questionsKey(channel.id) });
      await navigate({
        to: '/remote-support/{-$channel}/{-$id}',
        params: { channel: channel.slug, id: String(message.seq) },
      });
    },
  });
  return (
    <form {...form.props} key={String(hydrated)} className="grid gap-5">
      <TextField
        label={m['community.ask.field_title']()}
        hint={m['community.ask.field_title_hint']()}
        name="title"
        maxLength={communityLimits.title}
        defaultValue={drafts.title.read() || titleOf(about.problem)}
        error={form.fields['title']}
        onChange={({ target }) => drafts.title.keep(target.value)}
      />
      <TextAreaField
        label={m['community.ask.field_text']()}
        hint={m['community.ask.field_text_hint']()}
        name="text"
        rows={10}
        maxLength={communityLimits.text}
        defaultValue={drafts.text.read() || textAbout(about)}
        error={form.fields['text']}
        onChange={({ target }) => drafts.text.keep(target.value)}
      />
      <TextField
        label={m['community.ask.field_tags']()}
        hint={m['community.ask.field_tags_hint']({ count: communityLimits.tags })}
        name="tags"
        defaultValue={drafts.tags.read()}
        error={form.fields['tags']}
        onChange={({ target }) => drafts.tags.keep(target.value)}
      />
      <UploadField
        form={uploadsOf}
        label={m['community.ask.field_files']()}
        hint={m['community.ask.field_files_hint']()}
        error={form.fields['uploads'] ?? form.fields['attachments']}
        problemOf={({ size }) => (size === 0 ? m['community.talk.file_empty']() : '')}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['community.talk.sending']() : m['community.ask.submit']()}
        </Button>
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: channel.slug, id: undefined }}
          className={buttonClass('quiet')}
        >
          {m['community.talk.cancel']()}
        </Link>
      </div>
    </form>
  );
}
