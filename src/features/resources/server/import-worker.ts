import { maxAmount } from '#platform/shared/amounts.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { Locale } from '#i18n/languages.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { languageOf, maxTextBytes, readReadme, titleOfArchive, type ImportPlan } from '../import-plan.ts';
import { recognizeLicense } from '#platform/shared/licenses.ts';
import { PartsFileError, readPartsFile } from '../parts-files.ts';
import { proposeReading, readParts, rowsInWon } from '../parts-reading.ts';
import { typedNumber } from '../parts-table.ts';

/* Parses the texts of an imported archive in a worker thread, because a malicious README may take long. */

export type ImportTask = {
  archiveName: string;
  plan: ImportPlan;
  /** By path in the archive. */
  texts: Map<string, string>;
  /** The parts list, whose encoding and format its reader tells. */
  parts: Uint8Array | null;
  locale: Locale;
};
/** What a person has to check or do in the draft. */
export type ImportNotice = 'parts_columns' | 'parts_prices' | 'parts_unreadable';
export type ImportAnswer = ReturnType<typeof contentOf>;

function contentOf({ archiveName, plan, texts, parts, locale }: ImportTask) {
  const textOf = (name: string | null) => (name === null ? '' : (texts.get(name) ?? ''));
  const readme = readReadme(textOf(plan.readme).slice(0, maxTextBytes));
  const license = recognizeLicense(textOf(plan.license));
  const { billOfMaterials, notice } = partsOf(parts);
  const words = readme.title + readme.text;
  const content = {
    title: readme.title || titleOfArchive(plainName(plan.root) || archiveName) || plainName(archiveName),
    description: readme.text,
    category: plan.category,
    ...(license !== null && { license }),
    assemblyInstructions: readme.steps.map((text) => ({ title: '', text })),
    ...(billOfMaterials.length > 0 && { details: { billOfMaterials } }),
    language: words === '' ? locale : languageOf(words),
    state: 'draft',
  };
  return { content, notice };
}

/**
 * Returns the rows that have a name and a quantity, without cells that cannot be parsed. Nobody can be asked here, so what
 * a table leaves open stays out of the draft.
 */
function partsOf(bytes: Uint8Array | null) {
  const none = { billOfMaterials: [] };
  if (!bytes) return { ...none, notice: null };
  let read;
  try {
    read = readPartsFile(bytes);
  } catch (error) {
    if (error instanceof PartsFileError) return { ...none, notice: 'parts_unreadable' as const };
    throw error;
  }
  const filled = read.filter(({ rows }) => rows.length > 0);
  const [table] = filled;
  if (!table) return { ...none, notice: null };
  const { doubts, ...reading } = proposeReading(table.rows, table.delimiter);
  if (filled.length > 1 || doubts.some((doubt) => doubt !== 'currency'))
    return { ...none, notice: 'parts_columns' as const };
  // Plain numbers are in the currency of the field that they go to.
  const isForeign = reading.currency !== 'KRW';
  const rows = rowsInWon(readParts(table.rows, reading), reading.currency, null);
  const billOfMaterials = rows.flatMap((row) => {
    const quantity = typedNumber(row.quantity);
    const priceWon = typedNumber(row.priceWon);
    const name = plainName(row.name);
    const partNumber = plainName(row.partNumber);
    if (name.trim() === '' || name.length > 200) return [];
    return [
      {
        name,
        quantity: typeof quantity === 'number' && quantity >= 0 && quantity <= 1_000_000 ? quantity : 1,
        ...(partNumber !== '' && partNumber.length <= 100 && { partNumber }),
        ...(typeof priceWon === 'number' &&
          Number.isSafeInteger(priceWon) &&
          priceWon >= 0 &&
          priceWon <= maxAmount && { priceWon }),
      },
    ];
  });
  return { billOfMaterials, notice: isForeign ? ('parts_prices' as const) : null };
}

parentPort?.postMessage(contentOf(workerData as ImportTask), []);
