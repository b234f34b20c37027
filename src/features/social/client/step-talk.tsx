import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { stepCommentsQuery } from './api.ts';
import { AuthorLine, Face } from './author-line.tsx';
import { SupportNote } from './support-note.tsx';

/** Comments on a step of a guide, shown at the step. */
export function StepTalk({ resourceId, step }: { resourceId: string; step: number }) {
  // Most steps have none, so the page does not wait for them.
  const hydrated = useHydrated();
  const { data } = useQuery({ ...stepCommentsQuery(resourceId), enabled: hydrated });
  const said = data?.filter((comment) => comment.step === step) ?? [];
  if (said.length === 0) return null;
  return (
    <ul aria-label={m['social.comments.of_step']()} className="grid gap-3 rounded-md bg-sunken p-3">
      {said.map((comment) => (
        <li key={comment.id}>
          {comment.author && (
            <article
              aria-label={m['social.comments.of']({ name: comment.author.fullName })}
              className="flex gap-3"
            >
              <Face author={comment.author} />
              <div className="grid min-w-0 flex-1 gap-1">
                <AuthorLine {...comment} author={comment.author} />
                <SupportNote support={comment.support} />
                <Prose text={comment.text} kind="remark" />
              </div>
            </article>
          )}
        </li>
      ))}
    </ul>
  );
}
