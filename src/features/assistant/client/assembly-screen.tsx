import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { Spot } from './answer.tsx';
import { begin } from './api.ts';
import { readAssemblySearch, type AssemblySearch } from './assembly-search.ts';
import { StartScreen } from './start-screen.tsx';
import { BenchSkeleton, Workspace } from './workspace.tsx';

export function AssemblyScreen({ search }: { search: AssemblySearch }) {
  const { resourceId, conversation, search: words, step, part, page } = readAssemblySearch(search);
  const spot: Spot = {
    ...(step !== undefined && { step }),
    ...(part !== undefined && { part }),
    ...(page !== undefined && { page }),
  };
  if (conversation !== '') return <Workspace key={conversation} id={conversation} spot={spot} />;
  if (resourceId !== '') return <Opening key={resourceId} resourceId={resourceId} spot={spot} />;
  return <StartScreen search={words} />;
}

/** Begins a conversation about a resource, or continues the previous one. */
function Opening({ resourceId, spot }: { resourceId: string; spot: Spot }) {
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => begin({ resourceId }),
    onSuccess: ({ id }) =>
      navigate({ to: '/ai-assembly', search: { conversation: id, ...spot }, replace: true }),
  });
  const open = useEffectEvent(() => start.mutate());
  useEffect(() => open(), []);
  if (!start.error) return <BenchSkeleton />;
  return (
    <div className="page py-8">
      <NotRead error={start.error} retry={() => start.mutate()}>
        <Link to="/ai-assembly" className={buttonClass()}>
          {m['assistant.bench.start_anew']()}
        </Link>
      </NotRead>
    </div>
  );
}
