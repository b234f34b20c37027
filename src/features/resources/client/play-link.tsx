import { Link } from '@tanstack/react-router';
import { Gamepad2 } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { categoryHas } from '#platform/shared/category-rules.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceDetail } from '../contract.ts';

/** Link to play a game. Renders nothing for a resource that is only downloaded or linked. */
export function PlayLink({ resource }: { resource: ResourceDetail }) {
  const latest = resource.files[0]?.version;
  const isPlayable =
    resource.gameCode.trim() !== '' ||
    resource.files.some(({ name, version }) => version === latest && /\.(?:swf|html|zip)$/i.test(name));
  if (!categoryHas(resource.category, 'game') || !isPlayable) return null;
  return (
    <Link
      to="/play/$id"
      params={{ id: resource.id }}
      onClick={() => toast('success', m['resources.toast.game']())}
      className={buttonClass('primary', 'min-h-14 text-lg')}
    >
      <Gamepad2 aria-hidden="true" className="size-5" />
      {m['resources.detail.play']()}
    </Link>
  );
}
