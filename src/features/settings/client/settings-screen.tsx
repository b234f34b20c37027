import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage, locales } from '#i18n/languages.ts';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { adSlots, type AdSlot } from '#platform/shared/ad-slots.ts';
import { languageNames } from '#platform/shared/formats.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { SettingName, Settings } from '#platform/shared/settings.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Setting } from '../contract.ts';
import { changeSetting, settingsQuery } from './api.ts';

const names: Record<SettingName, { name: () => string; about: () => string }> = {
  registration: {
    name: () => m['settings.name.registration'](),
    about: () => m['settings.about.registration'](),
  },
  notice: { name: () => m['settings.name.notice'](), about: () => m['settings.about.notice']() },
  sponsorship: {
    name: () => m['settings.name.sponsorship'](),
    about: () => m['settings.about.sponsorship'](),
  },
  sponsorTiers: {
    name: () => m['settings.name.sponsorTiers'](),
    about: () => m['settings.about.sponsorTiers'](),
  },
  ads: { name: () => m['settings.name.ads'](), about: () => m['settings.about.ads']() },
  adSlots: { name: () => m['settings.name.adSlots'](), about: () => m['settings.about.adSlots']() },
};

const choiceNames: Record<string, () => string> = {
  open: () => m['settings.value.open'](),
  closed: () => m['settings.value.closed'](),
  on: () => m['settings.value.on'](),
  off: () => m['settings.value.off'](),
};
const choices: Partial<Record<SettingName, readonly string[]>> = {
  registration: ['open', 'closed'],
  sponsorship: ['open', 'closed'],
  ads: ['on', 'off'],
};
const tierNames = {
  screw: () => m['sponsorship.tier.screw'](),
  gear: () => m['sponsorship.tier.gear'](),
  motor: () => m['sponsorship.tier.motor'](),
  bench: () => m['sponsorship.tier.bench'](),
};
const slotNames: Record<AdSlot, () => string> = {
  content_end: () => m['settings.slot.content_end'](),
  sidebar_bottom: () => m['settings.slot.sidebar_bottom'](),
  sidebar_top: () => m['settings.slot.sidebar_top'](),
  menu_banner: () => m['settings.slot.menu_banner'](),
  in_page: () => m['settings.slot.in_page'](),
  native_25: () => m['settings.slot.native_25'](),
  native_50: () => m['settings.slot.native_50'](),
  native_75: () => m['settings.slot.native_75'](),
  mobile_sticky: () => m['settings.slot.mobile_sticky'](),
  overlay: () => m['settings.slot.overlay'](),
  anchor: () => m['settings.slot.anchor'](),
  vignette: () => m['settings.slot.vignette'](),
};

/** Formats the current value. */
function toldOf({ name, value }: Setting): string {
  if (typeof value === 'string') return choiceNames[value]?.() ?? value;
  if (name === 'sponsorTiers') {
    const amounts = value as Settings['sponsorTiers'];
    return (Object.keys(tierNames) as (keyof typeof tierNames)[])
      .map((tier) => `${tierNames[tier]()} ${formatMoney(amounts[tier], 'KRW', currentLocale())}`)
      .join(' · ');
  }
  if (name === 'adSlots') {
    const open = value as Settings['adSlots'];
    return open.map((slot) => slotNames[slot]()).join(' · ') || m['settings.value.none']();
  }
  return (value as Settings['notice'])[currentLocale()] || m['settings.value.none']();
}

/** Settings that take effect without a restart. */
export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const [chosen, setChosen] = useState<Setting | null>(null);
  return (
    <>
      <h1 className="text-3xl font-bold">{m['settings.page.title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['settings.page.text']()}</p>
      {!data && error && (
        <LoadFailed retry={() => refetch()}>
          {m['settings.page.failed']()} {describeError(error, '')}
        </LoadFailed>
      )}
      {!data && !error && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
      {data && (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map((setting) => {
            const { name, about } = names[setting.name];
            return (
              <li
                key={setting.name}
                className="grid items-center gap-x-4 gap-y-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto]"
              >
                <div className="grid gap-1">
                  <h2 className="font-semibold">{name()}</h2>
                  <p className="wrap-anywhere">{toldOf(setting)}</p>
                  <p className="text-sm text-ink-soft">
                    {about()} ·{' '}
                    {setting.changedAt === null
                      ? m['settings.page.standard']()
                      : m['settings.page.changed']({ moment: formatKoreanMoment(setting.changedAt) })}
                  </p>
                </div>
                <Button
                  look="secondary"
                  className="w-fit"
                  aria-label={`${m['settings.page.change']()}: ${name()}`}
                  onClick={() => setChosen(setting)}
                >
                  {m['settings.page.change']()}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {chosen && <ChangeDialog setting={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function ChangeDialog({ setting, onClose }: { setting: Setting; onClose(): void }) {
  const client = useQueryClient();
  const { name, changedAt } = setting;
  return (
    <ReasonDialog
      title={names[name].name()}
      text={names[name].about()}
      submit={m['settings.page.change']()}
      send={async (values) => {
        await changeSetting(name, {
          value: valueOf(name, values),
          changedAt,
          reason: values['reason'] ?? '',
        });
        await client.invalidateQueries({ queryKey: ['admin', 'settings'] });
      }}
      onClose={onClose}
    >
      {(errors) => <Fields setting={setting} errors={errors} />}
    </ReasonDialog>
  );
}

/** Returns the typed value as the API takes it. */
function valueOf(name: SettingName, values: Record<string, string>): unknown {
  const of = (field: string) => (values[field] ?? '').trim();
  if (choices[name]) return of('value');
  if (name === 'adSlots') return adSlots.filter((slot) => of(slot) !== '');
  if (name === 'notice') return inEachLanguage(of);
  return Object.fromEntries(
    Object.keys(tierNames).map((tier) => [tier, Number(of(tier).replaceAll(/[,\s]/g, ''))]),
  );
}

function Fields({ setting: { name, value }, errors }: { setting: Setting; errors: Record<string, string> }) {
  const given = choices[name];
  if (given)
    return (
      <SelectField
        label={names[name].name()}
        name="value"
        defaultValue={String(value)}
        error={errors['value']}
      >
        {given.map((choice) => (
          <option key={choice} value={choice}>
            {choiceNames[choice]?.() ?? choice}
          </option>
        ))}
      </SelectField>
    );
  if (name === 'notice') {
    const words = value as Settings['notice'];
    return locales.map((locale) => (
      <TextField
        key={locale}
        label={languageNames(currentLocale()).of(locale) ?? locale}
        name={locale}
        defaultValue={words[locale]}
        maxLength={300}
        autoComplete="off"
        error={errors[locale]}
      />
    ));
  }
  if (name === 'adSlots')
    return (
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="pb-1 font-semibold">{names[name].name()}</legend>
        {adSlots.map((slot) => (
          <label key={slot} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={slot}
              defaultChecked={(value as Settings['adSlots']).includes(slot)}
              className="size-5 accent-accent"
            />
            {slotNames[slot]()}
          </label>
        ))}
      </fieldset>
    );
  const amounts = value as Settings['sponsorTiers'];
  return (Object.keys(tierNames) as (keyof typeof tierNames)[]).map((tier) => (
    <TextField
      key={tier}
      label={tierNames[tier]()}
      name={tier}
      inputMode="numeric"
      defaultValue={amounts[tier]}
      autoComplete="off"
      error={errors[tier]}
    />
  ));
}
