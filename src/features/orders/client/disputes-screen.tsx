import { Badge, Details, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { formatDay } from '#platform/client/local-time.ts';
import type { StaffDispute } from '../contract.ts';
import { disputePhases, disputesTable } from '../states.ts';
import { disputeKindNames, worksWords } from '../words.ts';
import { outcomeWords, phaseWords, sideName } from './order-words.ts';
import { OrderState, partiesOf } from './orders-screen.tsx';
import { formatCount, priceOrFree } from './words.ts';

/** Queue of disputes and claims with their deadlines and statements. Rulings are made on the order's own page. */
export function DisputesScreen() {
  return (
    <StaffTable<StaffDispute>
      list="disputes"
      to="/admin/disputes"
      title={m['orders.disputes.title']()}
      text={m['orders.disputes.text']()}
      searchLabel={m['orders.admin.search']()}
      shape={disputesTable}
      choices={[
        {
          name: 'kind',
          label: m['orders.disputes.kind'](),
          all: m['orders.admin.all'](),
          values: disputeKindNames,
        },
        {
          name: 'phase',
          label: m['orders.disputes.phase'](),
          all: m['orders.admin.all'](),
          values: Object.fromEntries(
            disputePhases.filter((phase) => phase !== 'ended').map((phase) => [phase, phaseWords[phase]]),
          ),
        },
      ]}
      sorts={{
        oldest: () => m['orders.disputes.overdue_first'](),
        newest: () => m['orders.admin.newest'](),
        total: () => m['orders.admin.by_total'](),
      }}
      columns={[
        { head: m['orders.admin.order_title'](), isUnbroken: true, cell: ({ number }) => number },
        {
          head: m['orders.disputes.kind'](),
          isSecondary: true,
          cell: ({ kind }) => disputeKindNames[kind](),
        },
        {
          head: m['orders.disputes.phase'](),
          isSecondary: true,
          cell: ({ phase }) => (phase === null ? '–' : phaseWords[phase]()),
        },
        {
          head: m['orders.admin.total'](),
          isNumber: true,
          isUnbroken: true,
          cell: ({ amounts }) => priceOrFree(amounts.total, amounts.currency),
        },
        {
          head: m['orders.disputes.since'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatDay(row.openedAt),
        },
      ]}
      rowName={(row) => row.title}
      Badges={DisputeBadges}
      Panel={DisputePanel}
      canExport
    />
  );
}

function DisputeBadges({ row }: { row: StaffDispute }) {
  return (
    <>
      {row.overdueSince !== null && (
        <Badge look="bad">
          {m['orders.disputes.overdue']({ moment: formatKoreanMoment(row.overdueSince) })}
        </Badge>
      )}
      {row.needsTwo && <Badge>{m['orders.disputes.needs_two']()}</Badge>}
    </>
  );
}

function DisputePanel({ row }: { row: StaffDispute }) {
  const sum = (amount: number) => priceOrFree(amount, row.amounts.currency);
  return (
    <>
      <Details
        rows={[
          [m['orders.admin.number'](), row.number],
          [m['orders.disputes.kind'](), disputeKindNames[row.kind]()],
          [m['orders.disputes.phase'](), row.phase === null ? '–' : phaseWords[row.phase]()],
          ...partiesOf(row),
          [m['orders.admin.total'](), sum(row.amounts.total)],
          [m['orders.arrival.kept'](), row.works === null ? '–' : worksWords(row.works)()],
          [m['orders.disputes.outside'](), formatCount(row.outside)],
          [m['orders.disputes.photos'](), formatCount(row.photos)],
        ]}
      />
      <p>
        {m['orders.disputes.opened']({
          who: sideName(row.openedBy, row),
          time: formatKoreanMoment(row.openedAt),
        })}
      </p>
      {row.claimed !== null && <p>{m['orders.disputes.claimed']({ amount: sum(row.claimed) })}</p>}
      {row.rulings.map((ruling) => (
        <p key={`${ruling.admin} ${ruling.at}`} className="wrap-anywhere">
          {m['orders.disputes.ruled']({
            admin: ruling.admin,
            outcome: outcomeWords[ruling.outcome](),
            keep: sum(ruling.keep),
            reason: ruling.reason,
          })}
        </p>
      ))}
      <OrderState id={row.orderId} />
    </>
  );
}
