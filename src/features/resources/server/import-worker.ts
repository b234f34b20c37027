import { maxAmount } from '#platform/shared/amounts.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { Locale } from '#i18n/languages.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { languageOf, maxTextBytes, readReadme, titleOfArchive, type ImportPlan } from '../import-plan.ts';
import { recognizeLicense } from '../licenses.ts';
import { partsFromTable, typedNumber } from '../parts-table.ts';

/* Parses the texts of an imported archive in a worker thread, because a malicious README may take long. */

export type ImportTask = {
  archiveName: string;
  plan: ImportPlan;
  /** By path in the archive. */
  texts: Map<string, string>;
  locale: Locale;
};
export type ImportAnswer = ReturnType<typeof contentOf>;

function contentOf({ archiveName, plan, texts, locale }: ImportTask) {
  const textOf = (name: string | null) => (name === null ? '' : (texts.get(name) ?? ''));
  const readme = readReadme(textOf(plan.readme).slice(0, maxTextBytes));
  const license = recognizeLicense(textOf(plan.license));
  const billOfMaterials = partsOf(textOf(plan.parts));
  const words = readme.title + readme.text;
  return {
    title: readme.title || titleOfArchive(plainName(plan.root) || archiveName) || plainName(archiveName),
    description: readme.text,
    category: plan.category,
    ...(license !== null && { license }),
    assemblyInstructions: readme.steps.map((text) => ({ title: '', text })),
    ...(billOfMaterials.length > 0 && { details: { billOfMaterials } }),
    language: words === '' ? locale : languageOf(words),
    state: 'draft',
  };
}

/** Returns the rows that have a name and a quantity, without cells that cannot be parsed. */
function partsOf(table: string) {
  return partsFromTable(table)
    .slice(0, 500)
    .flatMap((row) => {
      const quantity = typedNumber(row.quantity);
      const priceWon = typedNumber(row.priceWon);
      if (row.name.trim() === '' || row.name.length > 200) return [];
      return [
        {
          name: row.name,
          quantity: typeof quantity === 'number' && quantity >= 0 && quantity <= 1_000_000 ? quantity : 1,
          ...(row.partNumber !== '' && row.partNumber.length <= 100 && { partNumber: row.partNumber }),
          ...(typeof priceWon === 'number' &&
            Number.isSafeInteger(priceWon) &&
            priceWon >= 0 &&
            priceWon <= maxAmount && { priceWon }),
        },
      ];
    });
}

parentPort?.postMessage(contentOf(workerData as ImportTask), []);
