import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { plainDigits } from '#platform/shared/widths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { PermissionRequest } from '../contract.ts';
import { permissionLimits, type PermissionState } from '../rules.ts';
import { purposeNames } from '../words.ts';
import { answerPermission, permissionsQuery } from './api.ts';
import { formatCount } from './words.ts';

const stateNames: Record<PermissionState, () => string> = {
  asked: () => m['licensing.state.asked'](),
  granted: () => m['licensing.state.granted'](),
  refused: () => m['licensing.state.refused'](),
  withdrawn: () => m['licensing.state.withdrawn'](),
};

/** Requests that an author has received, and those that a person has made. */
export function OwnPermissions() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <List side="received" title={m['licensing.own.received']()} none={m['licensing.own.received_none']()} />
      <List side="asked" title={m['licensing.own.asked']()} none={m['licensing.own.asked_none']()} />
    </div>
  );
}

function List({ side, title, none }: { side: 'asked' | 'received'; title: string; none: string }) {
  const { data, error, refetch } = useQuery(permissionsQuery(side));
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl font-bold">{title}</h2>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />}
      {data?.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
          {none}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {data?.map((request) => (
          <li key={request.id}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Request({ request }: { request: PermissionRequest }) {
  const formatMoment = useFormatMoment();
  const { resource, other, purpose, pieces, note, state, allowed, used, answer, side, conversationId } =
    request;
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <header className="grid gap-1">
        <h3 className="font-bold break-words">
          <Link to="/resources/$id" params={{ id: resource.id }} className="underline">
            {resource.title}
          </Link>
        </h3>
        <p className="text-sm text-ink-soft">
          {[
            other.fullName,
            purposeNames[purpose](),
            m['licensing.receipt.pieces']({ count: formatCount(pieces) }),
            formatMoment(request.askedAt),
          ].join(' · ')}
        </p>
      </header>
      <p className="break-words whitespace-pre-line">{note}</p>
      <p className="font-semibold">
        {stateNames[state]()}
        {state === 'granted' &&
          ` · ${m['licensing.own.used']({ used: formatCount(used), allowed: formatCount(allowed) })}`}
      </p>
      {answer !== '' && <p className="break-words">{m['licensing.use.answer']({ answer })}</p>}
      <div className="flex flex-wrap items-end gap-3">
        {side === 'received' && (state === 'asked' || state === 'granted') && <Answers request={request} />}
        {side === 'asked' && state === 'granted' && used < allowed && (
          <Link to="/estimate" search={{ resourceId: resource.id }} className={buttonClass()}>
            {m['licensing.own.order']()}
          </Link>
        )}
        {side === 'asked' && state === 'asked' && <Step request={request} answer="withdraw" />}
        {conversationId !== null && (
          <Link
            to="/my/conversations/$id"
            params={{ id: conversationId }}
            className={buttonClass('secondary')}
          >
            {m['licensing.own.talk']()}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Answer to a new request, or another number for one that was allowed. */
function Answers({ request }: { request: PermissionRequest }) {
  const isGranted = request.state === 'granted';
  const [typed, setTyped] = useState(String(isGranted ? request.allowed : request.pieces));
  const pieces = Number(plainDigits(typed));
  const [answer, setAnswer] = useState('');
  const least = Math.max(1, request.used);
  const isRight = Number.isInteger(pieces) && pieces >= least && pieces <= permissionLimits.pieces;
  return (
    <>
      <TextField
        label={m['licensing.own.how_many']()}
        name="pieces"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={
          isRight
            ? undefined
            : m['licensing.own.how_many_wrong']({
                least: formatCount(least),
                most: formatCount(permissionLimits.pieces),
              })
        }
      />
      {!isGranted && (
        <TextField
          label={m['licensing.own.answer']()}
          name="answer"
          value={answer}
          maxLength={permissionLimits.note}
          optional={m['licensing.own.optional']()}
          onChange={(event) => setAnswer(event.target.value)}
        />
      )}
      <Step
        request={request}
        said={isGranted ? request.answer : answer}
        answer="grant"
        pieces={isRight ? pieces : request.pieces}
        isReady={isRight}
      />
      {!isGranted && <Step request={request} said={answer} answer="refuse" />}
    </>
  );
}

const stepWords = {
  grant: () => m['licensing.own.grant'](),
  refuse: () => m['licensing.own.refuse'](),
  withdraw: () => m['licensing.own.withdraw'](),
};

function Step(props: {
  request: PermissionRequest;
  answer: keyof typeof stepWords;
  /** Words to the other side. */
  said?: string;
  pieces?: number;
  isReady?: boolean;
}) {
  const { request, answer, said, pieces, isReady = true } = props;
  const client = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  async function send(): Promise<void> {
    if (!isReady) return;
    setIsSending(true);
    try {
      await answerPermission(request.id, answer, {
        ...(pieces !== undefined && { pieces }),
        ...(said !== undefined && { answer: said }),
      });
      toast('success', m['licensing.own.answered']());
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setIsSending(false);
      await client.invalidateQueries({ queryKey: ['permissions'] });
    }
  }
  return (
    <Button
      look={answer === 'grant' ? 'primary' : 'secondary'}
      disabled={isSending}
      onClick={() => void send()}
    >
      {answer === 'grant' && request.state === 'granted' ? m['licensing.own.change']() : stepWords[answer]()}
    </Button>
  );
}
