import { CircleCheck, CircleHelp, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { m } from '#i18n/generated/messages.js';
import {
  closedGapMm,
  findingsOf,
  type Finding,
  type Place,
  type PrinterSettings,
  type Printability,
  type Severity,
} from '#platform/shared/models/printability.ts';
import { formatNumber, formatSizes } from './model-words.ts';

const icons: Record<Severity, LucideIcon> = {
  ok: CircleCheck,
  attention: Info,
  problem: TriangleAlert,
  unknown: CircleHelp,
};
const severityWords: Record<Severity, () => string> = {
  ok: () => m['resources.model.check.severity.ok'](),
  attention: () => m['resources.model.check.severity.attention'](),
  problem: () => m['resources.model.check.severity.problem'](),
  unknown: () => m['resources.model.check.severity.unknown'](),
};
const looks: Record<Severity, string> = {
  ok: 'text-accent-strong',
  attention: 'text-ink',
  problem: 'text-danger',
  unknown: 'text-ink-soft',
};

/** Says what a printer meets in a model: in words, with how it is known; `onShow` shows the place in the viewer. */
export function PrintFindings(props: {
  model: { sizeMm: readonly [number, number, number]; printability?: Printability | null | undefined };
  settings?: PrinterSettings;
  heading?: 'h2' | 'h3';
  onShow?(place: Place): void;
}) {
  const { model, settings, heading: Heading = 'h3', onShow } = props;
  const id = useId();
  const findings = findingsOf(model, settings).filter(
    // Without a machine the size says already which bed it needs.
    ({ kind, severity }) => kind !== 'bed' || settings?.bedMm || severity !== 'ok',
  );
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <Heading id={id} className="border-b border-line px-4 py-3 font-semibold">
        {m['resources.model.check.title']()}
      </Heading>
      <ul className="divide-y divide-line">
        {findings.map((finding) => (
          <li key={finding.kind} className="flex items-start gap-3 px-4 py-3">
            <Line finding={finding} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ finding, onShow }: { finding: Finding; onShow: ((place: Place) => void) | undefined }) {
  const { severity, known, at } = finding;
  const Icon = icons[severity];
  const words = findingWords(finding);
  return (
    <>
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${looks[severity]}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <div className="grid min-w-0 gap-1">
          <p>{words}</p>
          <p className="text-sm text-ink-soft">
            <span className={`font-semibold ${looks[severity]}`}>{severityWords[severity]()}</span>
            {known === 'measured' && <> · {m['resources.model.check.known.measured']()}</>}
            {known === 'estimated' && <> · {m['resources.model.check.known.estimated']()}</>}
          </p>
        </div>
        {at && onShow && severity !== 'ok' && (
          <button
            type="button"
            aria-label={m['resources.model.check.show_what']({ finding: words })}
            onClick={() => onShow(at)}
            className="min-h-11 shrink-0 text-sm font-semibold text-accent-strong underline"
          >
            {m['resources.model.check.show']()}
          </button>
        )}
      </div>
    </>
  );
}

const length = (mm: number) => formatNumber(Math.round(mm * 100) / 100, 4);
const area = (mm2: number) =>
  mm2 < 100 ? `${formatNumber(mm2, 2)}\u00a0mm²` : `${formatNumber(mm2 / 100, 2)}\u00a0cm²`;

export function findingWords(finding: Finding): string {
  switch (finding.kind) {
    case 'wall':
      return wallWords(finding);
    case 'gap':
      if (finding.severity === 'unknown') return m['resources.model.check.gap.unknown']();
      if (finding.mm === null) return m['resources.model.check.gap.none']();
      return finding.severity === 'ok'
        ? m['resources.model.check.gap.wide']({ mm: length(finding.mm) })
        : m['resources.model.check.gap.closes']({ mm: length(finding.mm), least: length(closedGapMm) });
    case 'support':
      return supportWords(finding);
    case 'islands':
      if (finding.severity === 'unknown') return m['resources.model.check.islands.unknown']();
      return finding.count > 0
        ? m['resources.model.check.islands.some']({ count: formatNumber(finding.count, 6) })
        : m['resources.model.check.islands.none']();
    case 'bed':
      return bedWords(finding);
  }
}

function wallWords({ severity, mm, lines, lineMm }: Finding & { kind: 'wall' }): string {
  if (severity === 'unknown') return m['resources.model.check.wall.unknown']();
  if (mm === null) return m['resources.model.check.wall.thick']();
  const given = { mm: length(mm), line: length(lineMm) };
  if (lines === 2) return m['resources.model.check.wall.two']({ mm: given.mm });
  return lines === 1
    ? m['resources.model.check.wall.one'](given)
    : m['resources.model.check.wall.none'](given);
}

function supportWords({ severity, isNeeded, mm2, hasBridges }: Finding & { kind: 'support' }): string {
  if (severity === 'unknown') return m['resources.model.check.support.unknown']();
  if (!isNeeded)
    return hasBridges
      ? m['resources.model.check.support.bridges']()
      : m['resources.model.check.support.no']();
  return mm2 >= 1
    ? m['resources.model.check.support.overhang']({ area: area(mm2) })
    : m['resources.model.check.support.islands']();
}

function bedWords({ fit, bedMm }: Finding & { kind: 'bed' }): string {
  const bed = formatSizes(bedMm, 'mm');
  if (!fit) return m['resources.model.check.bed.none']({ bed });
  const { isLaid, degrees } = fit;
  const isTurned = degrees % 90 !== 0;
  if (isLaid && isTurned) return m['resources.model.check.bed.laid_turned']({ bed, degrees });
  if (isLaid) return m['resources.model.check.bed.laid']({ bed });
  return isTurned
    ? m['resources.model.check.bed.turned']({ bed, degrees })
    : m['resources.model.check.bed.straight']({ bed });
}
