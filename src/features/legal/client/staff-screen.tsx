import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage, locales, type Locale } from '#i18n/languages.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageNames } from '#platform/shared/formats.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { Button } from '#ui/button.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { LegalInput, StaffLegal } from '../contract.ts';
import { earliestDay, legalLimits, textProblem, type LegalKind } from '../rules.ts';
import { problemWords } from '../words.ts';
import { saveLegal, staffLegalQuery } from './api.ts';

const titles: Record<LegalKind, () => string> = {
  terms: () => m['legal.page.terms'](),
  privacy: () => m['legal.page.privacy'](),
};

/** Drafts of the legal documents, which admins publish with a day of effect. */
export function LegalStaffScreen() {
  const { data, error, refetch } = useQuery(staffLegalQuery);
  return (
    <>
      <h1 className="text-3xl font-bold">{m['legal.staff.title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['legal.staff.text']()}</p>
      {!data && error && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
      <div className="grid gap-6">
        {data?.map((document) => (
          <Draft
            key={`${document.kind} ${document.newest} ${document.draft.changedAt}`}
            document={document}
          />
        ))}
      </div>
    </>
  );
}

/** Returns the form's content as the API takes it. */
function inputOf(data: FormData, publish: boolean): Omit<LegalInput, 'changedAt' | 'reason'> {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return {
    texts: inEachLanguage((locale) => text(`texts.${locale}`)),
    changes: inEachLanguage((locale) => text(`changes.${locale}`)),
    effectiveOn: text('effectiveOn'),
    isAdverse: data.has('isAdverse'),
    needsConsent: data.has('needsConsent'),
    publish,
  };
}

/** Returns what the server would refuse, by field. */
function wrongIn({
  texts,
  changes,
  effectiveOn,
  publish,
}: ReturnType<typeof inputOf>): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const locale of locales) {
    const problem = textProblem(texts[locale]);
    if (problem === 'markup' || (publish && problem !== null))
      wrong[`texts.${locale}`] = problemWords[problem](currentLocale());
    if (publish && changes[locale] === '')
      wrong[`changes.${locale}`] = problemWords.no_changes(currentLocale());
  }
  if (effectiveOn === '') wrong['effectiveOn'] = m['platform.field.required']();
  return wrong;
}

function Draft({ document: { kind, newest, draft } }: { document: StaffLegal }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useRef(false);
  const { fields, setFields, corrected } = useFieldErrors(form);
  const [sending, setSending] = useState<ReturnType<typeof inputOf> | null>(null);
  const [today] = useState(() => koreanDay(new Date()));

  function ask(publish: boolean): void {
    if (!form.current) return;
    const input = inputOf(new FormData(form.current), publish);
    const wrong = wrongIn(input);
    setFields(wrong);
    if (Object.keys(wrong).length === 0) setSending(input);
  }
  const languageOf = (locale: Locale) => ({ language: languageNames(currentLocale()).of(locale) ?? locale });
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={titles[kind]()}
      className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6"
      onInput={(event) => {
        unsaved.current = true;
        corrected(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        ask(false);
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-bold">{titles[kind]()}</h2>
        <p className="text-sm text-ink-soft">
          {m['legal.staff.newest']({ date: newest })}{' '}
          <Link to={kind === 'terms' ? '/terms' : '/privacy'} className="text-accent-strong underline">
            {m['legal.staff.see']()}
          </Link>
        </p>
      </div>
      {locales.map((locale) => (
        <TextAreaField
          key={locale}
          label={m['legal.staff.body'](languageOf(locale))}
          hint={m['legal.staff.body_hint']()}
          name={`texts.${locale}`}
          lang={locale}
          rows={12}
          maxLength={legalLimits.text}
          defaultValue={draft.texts[locale]}
          error={fields[`texts.${locale}`]}
        />
      ))}
      {locales.map((locale) => (
        <TextAreaField
          key={locale}
          label={m['legal.staff.changes'](languageOf(locale))}
          name={`changes.${locale}`}
          lang={locale}
          rows={2}
          maxLength={legalLimits.changes}
          defaultValue={draft.changes[locale]}
          error={fields[`changes.${locale}`]}
        />
      ))}
      <TextField
        label={m['legal.staff.effective']()}
        hint={m['legal.staff.effective_hint']({
          adverse: earliestDay(today, true),
          other: earliestDay(today, false),
        })}
        name="effectiveOn"
        type="date"
        defaultValue={draft.effectiveOn}
        error={fields['effectiveOn']}
      />
      {(['isAdverse', 'needsConsent'] as const).map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name={name} defaultChecked={draft[name]} className="size-5 accent-accent" />
          {name === 'isAdverse' ? m['legal.staff.adverse']() : m['legal.staff.consent']()}
        </label>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary">
          {m['legal.staff.save']()}
        </Button>
        <Button onClick={() => ask(true)}>{m['legal.staff.publish']()}</Button>
      </div>
      {sending && (
        <ReasonDialog
          title={titles[kind]()}
          text={m['legal.page.version']({ date: sending.effectiveOn })}
          submit={sending.publish ? m['legal.staff.publish']() : m['legal.staff.save']()}
          saved={sending.publish ? m['legal.staff.published']() : m['legal.staff.saved']()}
          send={async ({ reason = '' }) => {
            try {
              await saveLegal(kind, { ...sending, changedAt: draft.changedAt, reason });
            } catch (error) {
              if (error instanceof ApiError) setFields(error.fields);
              throw error;
            }
            unsaved.current = false;
            await client.invalidateQueries({ queryKey: ['legal'] });
            await client.invalidateQueries({ queryKey: ['admin', 'legal'] });
          }}
          onClose={() => setSending(null)}
        />
      )}
    </form>
  );
}
