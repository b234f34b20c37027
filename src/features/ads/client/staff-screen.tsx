import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { languages, locales } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { HouseInput, StaffBanner } from '../contract.ts';
import { bannerLimits, bannersTable, bannerTransitions, type BannerDecision } from '../rules.ts';
import { addHouseBanner, changeHouseBanner, decideBanner } from './api.ts';
import { BannerPicture } from './banner-picture.tsx';
import { PictureField } from './picture-field.tsx';
import { decisionNames, formatDate, kindNames, number, standingNames, stateNames } from './words.ts';

type Task =
  | { kind: 'add' }
  | { kind: 'change'; banner: StaffBanner }
  | { kind: 'decide'; banner: StaffBanner; decision: BannerDecision };

/** Table of house banners and of sponsors' banners that wait for review. */
export function AdsScreen() {
  const [isAdding, setIsAdding] = useState(false);
  const all = m['ads.staff.all']();
  return (
    <>
      <StaffTable<StaffBanner>
        list="ads"
        to="/admin/ads"
        title={m['ads.staff.title']()}
        text={m['ads.staff.text']()}
        searchLabel={m['ads.staff.search']()}
        shape={bannersTable}
        choices={[
          { name: 'state', label: m['ads.staff.state'](), all, values: stateNames },
          { name: 'kind', label: m['ads.staff.kind'](), all, values: kindNames },
        ]}
        sorts={{
          waiting: () => m['ads.staff.waiting_first'](),
          newest: () => m['ads.staff.newest'](),
          views: () => m['ads.staff.by_views'](),
          clicks: () => m['ads.staff.by_clicks'](),
        }}
        columns={[
          { head: m['ads.staff.banner'](), cell: () => '' },
          { head: m['ads.staff.kind'](), isSecondary: true, cell: ({ kind }) => kindNames[kind]() },
          {
            head: m['ads.staff.language'](),
            isSecondary: true,
            isUnbroken: true,
            cell: ({ language }) => languages[language].name,
          },
          {
            head: m['ads.staff.from'](),
            isSecondary: true,
            isUnbroken: true,
            cell: (row) => formatDate(row.startsOn),
          },
          { head: m['ads.staff.views'](), isNumber: true, cell: ({ views }) => number(views) },
          {
            head: m['ads.staff.clicks'](),
            isNumber: true,
            isSecondary: true,
            cell: ({ clicks }) => number(clicks),
          },
        ]}
        rowName={({ title }) => title}
        Badges={StateBadge}
        Panel={BannerPanel}
        canExport
        above={
          <Button look="secondary" className="text-sm" onClick={() => setIsAdding(true)}>
            {m['ads.staff.add']()}
          </Button>
        }
      />
      {isAdding && <TaskDialog task={{ kind: 'add' }} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function StateBadge({ row }: { row: StaffBanner }) {
  return (
    <Badge look={row.state === 'refused' ? 'bad' : row.standing === 'shown' ? 'good' : 'neutral'}>
      {standingNames[row.standing]()}
    </Badge>
  );
}

function BannerPanel({ row }: { row: StaffBanner }) {
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <div className="grid justify-items-start gap-2 rounded-md bg-sunken p-3" lang={row.language}>
        <BannerPicture ad={row} className="h-16 w-32" />
        <p className="font-semibold wrap-anywhere">{row.title}</p>
        <p className="wrap-anywhere">{row.text}</p>
      </div>
      <Details
        rows={[
          [m['ads.staff.state'](), standingNames[row.standing]()],
          [m['ads.staff.kind'](), kindNames[row.kind]()],
          [m['ads.staff.owner'](), `${row.owner.fullName} (@${row.owner.username})`],
          [m['ads.staff.address'](), row.url],
          [m['ads.staff.language'](), languages[row.language].name],
          [m['ads.staff.from'](), formatDate(row.startsOn)],
          [m['ads.staff.until'](), row.endsOn === null ? '–' : formatDate(row.endsOn)],
          [m['ads.staff.views'](), number(row.views)],
          [m['ads.staff.clicks'](), number(row.clicks)],
          [m['ads.staff.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        {row.kind === 'house' && row.state === 'shown' && (
          <Button look="secondary" onClick={() => setTask({ kind: 'change', banner: row })}>
            {m['ads.staff.change']()}
          </Button>
        )}
        {(Object.keys(bannerTransitions[row.state]) as BannerDecision[]).map((each) => (
          <Button
            key={each}
            look="secondary"
            onClick={() => setTask({ kind: 'decide', banner: row, decision: each })}
          >
            {decisionNames[each]()}
          </Button>
        ))}
        <AuditLink id={row.id} />
      </div>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const client = useQueryClient();
  const [picture, setPicture] = useState<File | null>(null);
  const { title, text } = wordsOf(task);
  async function send({ reason = '', ...values }: Record<string, string>): Promise<void> {
    if (task.kind === 'decide') await decideBanner(task.banner.id, { decision: task.decision, reason });
    else if (task.kind === 'change') await changeHouseBanner(task.banner.id, { ...houseOf(values), reason });
    else await addHouseBanner({ ...houseOf(values), reason }, picture);
    await client.invalidateQueries({ queryKey: ['admin'] });
  }
  return (
    <ReasonDialog
      title={title}
      text={text}
      submit={title}
      needed={task.kind === 'decide' ? ['reason'] : ['title', 'text', 'url', 'startsOn', 'reason']}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        task.kind !== 'decide' && (
          <HouseFields banner={task.kind === 'change' ? task.banner : null} errors={errors}>
            {task.kind === 'add' && (
              <PictureField picture={picture} onPicture={setPicture} error={errors['image']} />
            )}
          </HouseFields>
        )
      }
    </ReasonDialog>
  );
}

function wordsOf(task: Task): { title: string; text: string } {
  switch (task.kind) {
    case 'add':
      return { title: m['ads.staff.add'](), text: m['ads.staff.add_text']() };
    case 'change':
      return { title: m['ads.staff.change'](), text: m['ads.staff.change_text']() };
    case 'decide':
      return {
        title: decisionNames[task.decision](),
        text: `${task.banner.title}. ${m['ads.staff.decide_text']()}`,
      };
  }
}

function houseOf(values: Record<string, string>): Omit<HouseInput, 'reason'> {
  return {
    title: values['title'] ?? '',
    text: values['text'] ?? '',
    url: (values['url'] ?? '').trim(),
    language: (values['language'] ?? currentLocale()) as HouseInput['language'],
    startsOn: values['startsOn'] ?? '',
    endsOn: values['endsOn'] || null,
  };
}

/** Fields of a house banner with its current values, if it exists. `children` are rendered below its text. */
function HouseFields(props: {
  banner: StaffBanner | null;
  errors: Record<string, string>;
  children: ReactNode;
}) {
  const { banner, errors } = props;
  const [today] = useState(() => koreanDay(new Date()));
  return (
    <>
      <TextField
        label={m['ads.own.name']()}
        name="title"
        defaultValue={banner?.title}
        maxLength={bannerLimits.title}
        autoComplete="off"
        error={errors['title']}
      />
      <TextField
        label={m['ads.own.words']()}
        name="text"
        defaultValue={banner?.text}
        maxLength={bannerLimits.text}
        autoComplete="off"
        error={errors['text']}
      />
      <TextField
        label={m['ads.staff.url']()}
        name="url"
        defaultValue={banner?.url}
        maxLength={bannerLimits.url}
        autoComplete="off"
        error={errors['url']}
      />
      {props.children}
      <SelectField
        label={m['ads.staff.language']()}
        name="language"
        defaultValue={banner?.language ?? currentLocale()}
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
        defaultValue={banner?.startsOn ?? today}
        error={errors['startsOn']}
      />
      <TextField
        label={m['ads.staff.ends']()}
        name="endsOn"
        type="date"
        defaultValue={banner?.endsOn ?? ''}
        error={errors['endsOn']}
      />
    </>
  );
}
