import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListFrame, readListSearch, ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { languages, locales } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { koreanDay } from '#platform/shared/working-days.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { HouseInput, StaffBanner } from '../contract.ts';
import { bannerLimits, bannerTransitions, type BannerDecision } from '../rules.ts';
import { addHouseBanner, decideBanner, staffBannersQuery } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';
import { PictureField } from './picture-field.tsx';
import { decisionNames, stateNames } from './words.ts';

const place: string = '/admin/ads';

type Task = { kind: 'add' } | { kind: 'decide'; banner: StaffBanner; decision: BannerDecision };

/** Our own banners, and those of sponsors that wait to be looked at. */
export function AdsScreen() {
  const search = readListSearch(useSearch({ strict: false }));
  const query = useQuery(staffBannersQuery(search));
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <ListFrame
        path={place}
        title={m['ads.staff.title']()}
        text={m['ads.staff.text']()}
        empty={m['ads.staff.empty']()}
        search={search}
        count={(count) => m['ads.staff.count']({ count })}
        query={query}
        above={
          <Button look="secondary" className="mt-6" onClick={() => setTask({ kind: 'add' })}>
            {m['ads.staff.add']()}
          </Button>
        }
      >
        {query.data?.items.map((banner) => (
          <li key={banner.id} className="grid gap-1 p-4">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <span lang={banner.language} className="wrap-anywhere">
                {banner.title}
              </span>
              <span className="rounded-sm bg-sunken px-2 text-sm font-normal">
                {stateNames[banner.state]()}
              </span>
              <span className="rounded-sm border border-line px-2 text-sm font-normal">
                {banner.kind === 'sponsor' ? m['ads.label.sponsor']() : m['ads.label.house']()}
              </span>
            </p>
            <BannerPicture ad={banner} className="h-12 w-24" />
            <p lang={banner.language} className="wrap-anywhere">
              {banner.text}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {[
                banner.url,
                languages[banner.language].name,
                `${banner.owner.fullName} (@${banner.owner.username})`,
                `${banner.startsOn} – ${banner.endsOn ?? ''}`,
                m['ads.own.counts']({ views: banner.views, clicks: banner.clicks }),
              ].join(' · ')}
            </p>
            <div className="flex flex-wrap gap-2 empty:hidden">
              {(Object.keys(bannerTransitions[banner.state]) as BannerDecision[]).map((decision) => (
                <Button
                  key={decision}
                  look="secondary"
                  aria-label={`${decisionNames[decision]()}: ${banner.title}`}
                  onClick={() => setTask({ kind: 'decide', banner, decision })}
                >
                  {decisionNames[decision]()}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ListFrame>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const client = useQueryClient();
  const isAdd = task.kind === 'add';
  const [picture, setPicture] = useState<File | null>(null);
  const title = isAdd ? m['ads.staff.add']() : decisionNames[task.decision]();
  async function send(values: Record<string, string>): Promise<void> {
    const { reason = '' } = values;
    if (task.kind === 'decide') await decideBanner(task.banner.id, { decision: task.decision, reason });
    else
      await addHouseBanner(
        {
          title: values['title'] ?? '',
          text: values['text'] ?? '',
          url: (values['url'] ?? '').trim(),
          language: (values['language'] ?? currentLocale()) as HouseInput['language'],
          startsOn: values['startsOn'] ?? '',
          endsOn: values['endsOn'] || null,
          reason,
        },
        picture,
      );
    await client.invalidateQueries({ queryKey: ['admin', 'ads'] });
  }
  return (
    <ReasonDialog
      title={title}
      text={isAdd ? m['ads.staff.add_text']() : `${task.banner.title}. ${m['ads.staff.decide_text']()}`}
      submit={title}
      needed={isAdd ? ['title', 'text', 'url', 'startsOn', 'reason'] : ['reason']}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        isAdd && (
          <>
            <TextField
              label={m['ads.own.name']()}
              name="title"
              maxLength={bannerLimits.title}
              autoComplete="off"
              error={errors['title']}
            />
            <TextField
              label={m['ads.own.words']()}
              name="text"
              maxLength={bannerLimits.text}
              autoComplete="off"
              error={errors['text']}
            />
            <TextField
              label={m['ads.staff.url']()}
              name="url"
              maxLength={bannerLimits.url}
              autoComplete="off"
              error={errors['url']}
            />
            <PictureField picture={picture} onPicture={setPicture} error={errors['image']} />
            <SelectField
              label={m['ads.staff.language']()}
              name="language"
              defaultValue={currentLocale()}
              error={errors['language']}
            >
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {languages[locale].name}
                </option>
              ))}
            </SelectField>
            <TextField
              label={m['ads.staff.starts']()}
              name="startsOn"
              type="date"
              defaultValue={koreanDay(new Date())}
              error={errors['startsOn']}
            />
            <TextField label={m['ads.staff.ends']()} name="endsOn" type="date" error={errors['endsOn']} />
          </>
        )
      }
    </ReasonDialog>
  );
}
