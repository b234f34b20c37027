import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { longestText, rules, type ReportKind, type RuleId } from '../rules.ts';
import { RuleField } from './rule-field.tsx';

/** Dialog that reports something to the moderators. `path` is the route for its reports. */
export function ReportDialog(props: { kind: ReportKind; category?: string; path: string; onClose(): void }) {
  const { kind, category = null, path, onClose } = props;
  const [rule, setRule] = useState<RuleId | ''>('');
  const form = useForm({
    check(values) {
      const wrong = missing(values, rule === 'other' ? ['reason', 'text'] : ['reason']);
      return wrong['text'] === undefined ? wrong : { ...wrong, text: m['moderation.field.other_text']() };
    },
    async send({ text = '' }) {
      if (rule === '') return;
      await sendJson('POST', path, { reason: rules[rule].reason, rule, text });
      toast('success', m['moderation.dialog.sent'](), m['moderation.dialog.sent_text']());
      onClose();
    },
  });
  return (
    <Dialog title={m['moderation.dialog.title']()} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <p>
          {m['moderation.dialog.lead']()} {/* Opens in a new tab, so that the typed text is kept. */}
          <a
            href={`${localizePath('/moderation-log', currentLocale())}#rules`}
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 text-accent-strong underline"
          >
            {m['moderation.dialog.rules']()}
          </a>
        </p>
        <RuleField
          label={m['moderation.dialog.reason']()}
          name="reason"
          thing={{ kind, category }}
          value={rule}
          onChange={setRule}
          error={form.fields['reason'] ?? form.fields['rule']}
        />
        <TextAreaField
          label={m['moderation.dialog.text']()}
          {...(rule !== 'other' && { optional: m['moderation.dialog.optional']() })}
          name="text"
          rows={4}
          maxLength={longestText}
          error={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {form.pending ? m['moderation.dialog.sending']() : m['moderation.dialog.send']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['moderation.dialog.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
