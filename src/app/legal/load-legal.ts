import { pageHead } from '#platform/client/page-head.ts';
import { legalDocuments, type LegalName } from './legal-documents.ts';

export function loadLegal(name: LegalName) {
  return { head: pageHead({ path: `/${name}`, title: legalDocuments[name].title() }) };
}
