import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Banner } from '../contract.ts';
import { bannerLimits } from '../rules.ts';
import { askForBanner, ownBannersQuery } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';
import { PictureField } from './picture-field.tsx';
import { standingNames } from './words.ts';

/** Banner of a sponsorship with its counts, or the form to request one. */
export function OwnBanner({ sponsorshipId, canAsk }: { sponsorshipId: string; canAsk: boolean }) {
  const { data } = useQuery(ownBannersQuery);
  if (!data) return null;
  const mine = data.filter((each) => each.sponsorshipId === sponsorshipId);
  if (mine.length === 0 && !canAsk) return null;
  const hasOne = mine.some(({ state }) => state === 'waiting' || state === 'shown');
  return (
    <section
      aria-labelledby="own-banner"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6 print:hidden"
    >
      <h2 id="own-banner" className="text-lg font-bold">
        {m['ads.own.title']()}
      </h2>
      {mine.map((each) => (
        <Told key={each.id} banner={each} />
      ))}
      {canAsk && !hasOne && <AskForm sponsorshipId={sponsorshipId} />}
    </section>
  );
}

function Told({ banner }: { banner: Banner }) {
  const { title, text, standing, views, clicks } = banner;
  return (
    <div className="grid justify-items-start gap-1">
      <BannerPicture ad={banner} className="h-12 w-24" />
      <p className="font-semibold wrap-anywhere">
        {title}{' '}
        <span className="rounded-sm bg-sunken px-2 text-sm font-normal">{standingNames[standing]()}</span>
      </p>
      <p className="wrap-anywhere">{text}</p>
      <p className="text-sm text-ink-soft">{m['ads.own.counts']({ views, clicks })}</p>
    </div>
  );
}

function AskForm({ sponsorshipId }: { sponsorshipId: string }) {
  const client = useQueryClient();
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm({
    check: (values) => missing(values, ['title', 'text', 'url']),
    async send({ title = '', text = '', url = '' }) {
      await askForBanner(sponsorshipId, { title, text, url: url.trim(), language: currentLocale() }, picture);
      toast('success', m['ads.own.sent']());
      await client.invalidateQueries({ queryKey: ['banners'] });
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <p>{m['ads.own.text']()}</p>
      <TextField
        label={m['ads.own.name']()}
        name="title"
        maxLength={bannerLimits.title}
        autoComplete="off"
        error={form.fields['title']}
      />
      <TextField
        label={m['ads.own.words']()}
        name="text"
        maxLength={bannerLimits.text}
        autoComplete="off"
        error={form.fields['text']}
      />
      <TextField
        label={m['ads.own.url']()}
        name="url"
        type="url"
        inputMode="url"
        maxLength={bannerLimits.url}
        placeholder="https://"
        autoComplete="off"
        error={form.fields['url']}
      />
      <PictureField picture={picture} onPicture={setPicture} error={form.fields['image']} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" look="secondary" disabled={form.pending} className="w-fit">
        {m['ads.own.send']()}
      </Button>
    </form>
  );
}
