import { modelLimits, ModelError, type ModelNote } from './mesh.ts';
import { readXml } from './xml.ts';

export type LeftOutRange = { first: number; last: number; note: ModelNote };
type ObjectParts = { ranges: LeftOutRange[]; parts: Map<string, ModelNote> };
/** Parts of each object that are not printed as they are: by range of triangles, in order, or by the id of a component. */
export type SlicerParts = Map<string, ObjectParts>;

/** Kinds of parts by their names in PrusaSlicer and in Bambu Studio. All others are ordinary ones. */
const kinds: Record<string, ModelNote> = {
  parametermodifier: 'modifiers_left_out',
  modifier_part: 'modifiers_left_out',
  negativevolume: 'negatives_left_out',
  negative_part: 'negatives_left_out',
  supportenforcer: 'supports_left_out',
  support_enforcer: 'supports_left_out',
  supportblocker: 'supports_left_out',
  support_blocker: 'supports_left_out',
};

/**
 * Reads which parts a slicer treats as modifiers, supports or negative volumes. PrusaSlicer keeps all parts of an object
 * in one mesh, Bambu Studio and OrcaSlicer each as a component.
 */
export function readSlicerConfig(xml: Uint8Array, found: SlicerParts): void {
  let object: ObjectParts | null = null;
  let volume: { first: number; last: number; note: ModelNote | null } | null = null;
  let declared = 0;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'object') {
        object = { ranges: [], parts: new Map() };
        if (attributes['id'] !== undefined) found.set(attributes['id'], object);
      } else if (name === 'volume' || name === 'part') {
        declared += 1;
        if (declared > modelLimits.parts) throw new ModelError('too_complex');
        const { id, subtype = '' } = attributes;
        const note = kinds[subtype.toLowerCase()];
        if (id !== undefined && note) object?.parts.set(id, note);
        const first = Number(attributes['firstid']);
        const last = Number(attributes['lastid']);
        volume =
          Number.isInteger(first) && Number.isInteger(last) ? { first, last, note: note ?? null } : null;
      } else if (name === 'metadata' && volume) {
        const { key = '', value = '' } = attributes;
        if (key === 'volume_type') volume.note = kinds[value.toLowerCase()] ?? null;
        // Slic3r and the first versions of PrusaSlicer.
        if (key === 'modifier' && value === '1') volume.note ??= 'modifiers_left_out';
      }
    },
    close(name) {
      if (name === 'object') {
        object?.ranges.sort((a, b) => a.first - b.first);
        object = null;
      }
      if (name !== 'volume' && name !== 'part') return;
      if (volume?.note) object?.ranges.push({ ...volume, note: volume.note });
      volume = null;
    },
  });
}
