import { HandHelping } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { Reply } from '../contract.ts';

/** Note that a comment comes from a support session, with its participants. */
export function SupportNote({ support }: { support: Reply['support'] }) {
  if (support === null) return null;
  return (
    <p className="flex items-center gap-1 text-sm text-accent-strong">
      <HandHelping aria-hidden="true" className="size-4 shrink-0" />
      {support.helped
        ? m['social.comments.worked_out_with']({ name: support.helped.fullName })
        : m['social.comments.worked_out']()}
    </p>
  );
}
