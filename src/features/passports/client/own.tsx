import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { OrderRights } from '#features/licensing/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { groupCode } from '../code.ts';
import type { Handover, Passport } from '../contract.ts';
import { keepThing, passOn, passportQuery } from './api.ts';

type OwnPart = NonNullable<Passport['own']>;

/** What a holder has of their thing, and the way to pass it on. */
export function Own({ passport, own }: { passport: Passport; own: OwnPart }) {
  const { photos, right, warranty, orderId } = own;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
      {photos.length > 1 && (
        <Card title={m['passports.own.photos']()}>
          <ul className="grid grid-cols-2 gap-3">
            {photos.map(({ url, width, height }, index) => (
              <li key={url}>
                <img
                  src={url}
                  alt={m['passports.own.photo']({ number: index + 1 })}
                  width={width}
                  height={height}
                  loading="lazy"
                  className="aspect-square w-full rounded-md border border-line object-cover"
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {warranty && (
        <Card title={m['passports.own.warranty']()}>
          {warranty.until !== null && (
            <p className="text-lg font-semibold">
              {m['passports.own.warranty_until']({ day: formatDay(warranty.until) })}
            </p>
          )}
          {warranty.text !== '' && <p className="break-words whitespace-pre-line">{warranty.text}</p>}
        </Card>
      )}
      {right && (
        <Card title={m['passports.own.right']()}>
          <Suspense>
            <OrderRights rights={[right]} />
          </Suspense>
        </Card>
      )}
      {orderId !== null && (
        <Card title={m['passports.own.bought']()}>
          <Link to="/orders/$id" params={{ id: orderId }} className={buttonClass('secondary', 'w-fit')}>
            <ReceiptText aria-hidden="true" className="size-5" />
            {m['passports.own.order']()}
          </Link>
        </Card>
      )}
      <Card title={m['passports.own.pass_on']()}>
        <PassOn code={passport.code} until={own.handoverUntil} />
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

function PassOn({ code, until }: { code: string; until: string | null }) {
  const client = useQueryClient();
  const [made, setMade] = useState<Handover | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function send(act: () => Promise<unknown>): Promise<void> {
    setIsSending(true);
    try {
      await act();
      await client.invalidateQueries({ queryKey: passportQuery(code).queryKey });
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setIsSending(false);
    }
  }
  const make = () => send(async () => setMade(await passOn(code)));
  const open = made?.expiresAt ?? until;
  return (
    <div className="grid gap-4">
      {open !== null && (
        <p className="text-ink-soft">
          {made
            ? m['passports.own.pass_text']({ day: formatDay(open) })
            : m['passports.own.pass_open']({ day: formatDay(open) })}
        </p>
      )}
      {made && (
        <>
          <p className="rounded-md bg-sunken p-4 text-center font-mono text-lg tracking-wide break-all">
            {groupCode(made.code)}
          </p>
          <TextField label={m['passports.own.link']()} name="link" readOnly value={made.link} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {made ? (
          <Button
            onClick={() => {
              void navigator.clipboard
                .writeText(made.link)
                .then(() => toast('success', m['passports.own.copied']()));
            }}
          >
            {m['passports.own.copy']()}
          </Button>
        ) : (
          <Button look="secondary" disabled={isSending} onClick={() => void make()}>
            {until === null ? m['passports.own.pass_on']() : m['passports.own.pass_again']()}
          </Button>
        )}
        {open !== null && (
          <Button
            look="secondary"
            disabled={isSending}
            onClick={() =>
              void send(async () => {
                await keepThing(code);
                setMade(null);
              })
            }
          >
            {m['passports.own.keep']()}
          </Button>
        )}
      </div>
    </div>
  );
}
