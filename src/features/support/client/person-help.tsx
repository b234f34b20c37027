import { useQuery } from '@tanstack/react-query';
import { HandHelping } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { personSupportQuery } from './api.ts';
import { Chips } from './chips.tsx';
import { HelpLink } from './help-link.tsx';
import { languageName, skillNames } from './words.ts';

/** Skills of a volunteer and the number of solved sessions, on their profile. */
export function PersonHelp({ username }: { username: string }) {
  const { data: user } = useQuery(currentUserQuery);
  const { data } = useQuery(personSupportQuery(username));
  if (!data || (data.volunteer === null && data.solved === 0)) return null;
  const { solved, volunteer } = data;
  const words = volunteer ? [...volunteer.skills.map((skill) => skillNames[skill]()), ...volunteer.tags] : [];
  return (
    <section aria-labelledby="person-help" className="grid gap-3">
      <h2 id="person-help" className="flex items-center gap-2 text-2xl font-bold">
        <HandHelping aria-hidden="true" className="size-6 text-accent-strong" />
        {m['support.person.title']()}
      </h2>
      <p>
        {[
          solved > 0 ? m['support.solved']({ count: solved }) : '',
          volunteer?.isAvailable ? m['support.engineers.available']() : '',
          volunteer ? volunteer.languages.map(languageName).join(', ') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Chips words={words} most={20} />
      {volunteer && user?.username !== username && (
        <HelpLink about={{ person: username }} className={buttonClass('secondary', 'w-fit')}>
          {m['support.engineers.ask']()}
        </HelpLink>
      )}
    </section>
  );
}
