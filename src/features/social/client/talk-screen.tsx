import { useEffect } from 'react';
import type { Step } from '#features/resources/contract.ts';
import { CommentSection } from './comment-section.tsx';
import { MakeSection } from './make-section.tsx';

export function TalkScreen(props: { resourceId: string; steps: readonly Step[]; goTo: string | null }) {
  const { resourceId, steps, goTo } = props;
  useEffect(() => {
    if (goTo !== null) document.getElementById(goTo)?.scrollIntoView();
  }, [goTo]);
  return (
    <div className="grid gap-10">
      <MakeSection resourceId={resourceId} />
      <CommentSection resourceId={resourceId} steps={steps} />
    </div>
  );
}
