import { m } from '#i18n/generated/messages.js';
import { pictureSource } from '#platform/shared/pictures.ts';
import type { OrderPhoto } from '../contract.ts';
import { photoPath } from './api.ts';

const kinds: Record<OrderPhoto['kind'], () => string> = {
  underway: () => m['orders.page.request.underway'](),
  finished: () => m['orders.page.request.finished'](),
  pre_ship: () => m['orders.page.request.before'](),
  arrival: () => m['orders.page.request.after'](),
  evidence: () => m['orders.page.request.evidence'](),
};

/** Photos of an order, each linked to its full size. */
export function Photos(props: {
  orderId: string;
  photos: readonly OrderPhoto[];
  /** Shown larger, for comparison with other photos. */
  large?: boolean;
}) {
  const { orderId, photos, large = false } = props;
  return (
    <ul className={`grid gap-2 ${large ? 'grid-cols-1' : 'grid-cols-2 sm:grid-cols-3'}`}>
      {photos.map((photo, index) => {
        const address = (width: number) => photoPath(orderId, photo.id, width);
        return (
          <li key={photo.id} className="overflow-hidden rounded-md border border-line bg-sunken">
            <a href={address(Math.max(...photo.widths))} target="_blank" rel="noopener noreferrer">
              <img
                {...pictureSource(large ? 'photo' : 'smallPhoto', photo, address)}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                alt={m['orders.page.request.photo_alt']({ kind: kinds[photo.kind](), number: index + 1 })}
                className="aspect-4/3 w-full object-cover"
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
