import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Leads to the bench of a resource that tells how it is built, or of what. */
export function BuildLink(props: {
  resource: {
    id: string;
    assemblyInstructions: readonly unknown[];
    details: { billOfMaterials?: readonly unknown[] | undefined };
  };
}) {
  const { id, assemblyInstructions, details } = props.resource;
  if (assemblyInstructions.length === 0 && !details.billOfMaterials?.length) return null;
  return (
    <Link to="/ai-assembly" search={{ resourceId: id }} className={buttonClass('secondary')}>
      <Wrench aria-hidden="true" className="size-5" />
      {m['assistant.start.build_with']()}
    </Link>
  );
}
