import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Link to a resource's workspace, to build it. */
export function BuildLink({ id }: { id: string }) {
  return (
    <Link to="/ai-assembly" search={{ resourceId: id }} className={buttonClass('secondary', 'w-fit')}>
      <Wrench aria-hidden="true" className="size-5" />
      {m['assistant.start.build_with']()}
    </Link>
  );
}
