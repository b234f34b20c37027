import { useEffect } from 'react';
import { CommentSection } from './comment-section.tsx';
import { MakeSection } from './make-section.tsx';

export function TalkScreen({ resourceId, goTo }: { resourceId: string; goTo: string | null }) {
  useEffect(() => {
    if (goTo !== null) document.getElementById(goTo)?.scrollIntoView();
  }, [goTo]);
  return (
    <div className="grid gap-10">
      <MakeSection resourceId={resourceId} />
      <CommentSection resourceId={resourceId} />
    </div>
  );
}
