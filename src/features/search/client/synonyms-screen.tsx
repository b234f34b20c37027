import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { AuditLink, Details, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import type { Synonym } from '../contract.ts';
import { synonymsTable } from '../rules.ts';
import { addSynonym, removeSynonyms } from './api.ts';

/** Table of synonyms for admins. */
export function SynonymsScreen() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <StaffTable<Synonym>
        list="search-synonyms"
        to="/admin/synonyms"
        title={m['search.synonyms.title']()}
        text={m['search.synonyms.text']()}
        searchLabel={m['search.synonyms.search']()}
        shape={synonymsTable}
        choices={[]}
        sorts={{
          words: () => m['search.synonyms.by_words'](),
          newest: () => m['search.synonyms.newest'](),
          oldest: () => m['search.synonyms.oldest'](),
        }}
        columns={[
          { head: m['search.synonyms.words'](), cell: () => '' },
          {
            head: m['search.synonyms.added'](),
            isSecondary: true,
            isUnbroken: true,
            cell: (row) => formatDay(row.createdAt),
          },
        ]}
        rowName={(row) => row.words.join(' · ')}
        Panel={SynonymPanel}
        acts={[
          {
            name: m['search.synonyms.remove'](),
            look: 'danger',
            isFor: () => true,
            title: (count) => m['search.synonyms.remove_title']({ count }),
            text: m['search.synonyms.remove_text'](),
            done: (count) => m['search.synonyms.remove_done']({ count }),
            send: (ids, reason) => removeSynonyms(ids, reason),
          },
        ]}
        canExport
        above={
          <Button look="secondary" className="text-sm" onClick={() => setIsAdding(true)}>
            {m['search.synonyms.add']()}
          </Button>
        }
      />
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function SynonymPanel({ row }: { row: Synonym }) {
  return (
    <>
      <Details
        rows={[
          [m['search.synonyms.words'](), row.words.join(', ')],
          [m['search.synonyms.added'](), formatDay(row.createdAt)],
        ]}
      />
      <AuditLink id={row.id} />
    </>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['words']),
    async send({ words = '' }) {
      await addSynonym(
        words
          .split(/[,、，]/)
          .map((word) => word.trim())
          .filter(Boolean),
      );
      toast('success', m['search.synonyms.add_done']());
      onClose();
      await client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
  return (
    <Dialog title={m['search.synonyms.add']()} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <TextField
          label={m['search.synonyms.words']()}
          hint={m['search.synonyms.words_hint']()}
          name="words"
          maxLength={800}
          autoComplete="off"
          error={form.fields['words']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {m['search.synonyms.save']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['admin.reason.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
