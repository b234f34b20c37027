import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { OrderRight } from '../contract.ts';
import { purposeNames } from '../words.ts';
import { formatCount } from './words.ts';

/** Rights by which an order is made, with their receipts once it is completed. */
export function OrderRights({ rights }: { rights: readonly OrderRight[] }) {
  return (
    <ul className="grid gap-5">
      {rights.map((right) => (
        <li key={right.id} className="grid gap-2">
          <p className="font-semibold break-words">
            {right.resourceId === null ? (
              right.title
            ) : (
              <Link to="/resources/$id" params={{ id: right.resourceId }} className="underline">
                {right.title}
              </Link>
            )}
          </p>
          <p className="text-sm text-ink-soft">
            {[
              right.license,
              m['licensing.receipt.version']({ version: formatCount(right.version) }),
              purposeNames[right.purpose](),
              m['licensing.receipt.pieces']({ count: formatCount(right.pieces) }),
            ].join(' · ')}
          </p>
          <p>{right.words}</p>
          {right.receipt ? (
            <Receipt receipt={right.receipt} />
          ) : (
            <p className="text-sm text-ink-soft">{m['licensing.receipt.later']()}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Receipt({ receipt }: { receipt: NonNullable<OrderRight['receipt']> }) {
  return (
    <div className="grid gap-3">
      {receipt.qr !== null && (
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(receipt.qr)}`}
          alt={m['licensing.receipt.qr']()}
          width={224}
          height={224}
          className="rounded-md border border-line bg-white p-2"
        />
      )}
      <p className="text-sm text-ink-soft">{m['licensing.receipt.text']()}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a href={receipt.link} className={buttonClass('secondary')}>
          {m['licensing.receipt.check']()}
        </a>
        <a
          href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(receipt))}`}
          download="rights-receipt.json"
          className={buttonClass('secondary')}
        >
          {m['licensing.receipt.save']()}
        </a>
      </div>
    </div>
  );
}
