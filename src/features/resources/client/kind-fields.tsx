import { m } from '#i18n/generated/messages.js';
import { categoryHas, type CategoryPart } from '#platform/shared/category-rules.ts';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { ResourceDetail } from '../contract.ts';
import { limits, type Category } from '../rules.ts';
import type { Fields } from '#ui/form-group.tsx';
import { AiModelField } from './ai-model-field.tsx';
import { Group } from '#ui/form-group.tsx';
import { PartsField } from './parts-field.tsx';
import { PrintSettingsField } from './print-settings-field.tsx';
import { SoftwareField } from './software-field.tsx';
import { StepsField } from './steps-field.tsx';

/**
 * Fields of the chosen category. Fields of other categories stay mounted but hidden, so that switching back
 * loses no input.
 */
export function KindFields({
  category,
  resource,
  fileNames,
  fields,
  isShown,
}: {
  category: Category | '';
  resource: ResourceDetail | undefined;
  /** Names of the files that are there, and of those that are added. */
  fileNames: readonly string[];
  fields: Fields;
  isShown: boolean;
}) {
  const optional = m['resources.form.optional']();
  const details = resource?.details ?? {};
  const has = (part: CategoryPart) => categoryHas(category, part);
  return (
    <Group title={m['resources.form.more']()} isShown={isShown && category !== ''}>
      <div hidden={!has('aiModel')} className="grid gap-5">
        <TextField
          label={m['resources.form.model_type']()}
          optional={optional}
          name="modelType"
          defaultValue={resource?.modelType}
          maxLength={limits.modelType}
          error={fields['modelType']}
        />
        <AiModelField model={details.aiModel} fields={fields} />
      </div>
      <div hidden={!has('releases')}>
        <SoftwareField software={details.software} fields={fields} />
      </div>
      <div hidden={!has('game')} className="grid gap-5">
        <TextAreaField
          label={m['resources.form.controls']()}
          optional={optional}
          name="gameControls"
          rows={3}
          defaultValue={resource?.gameControls}
          maxLength={limits.gameControls}
          error={fields['gameControls']}
        />
        <TextAreaField
          label={m['resources.form.game_code']()}
          optional={optional}
          name="gameCode"
          rows={6}
          spellCheck={false}
          className="font-mono text-sm"
          defaultValue={resource?.gameCode}
          maxLength={limits.gameCode}
          error={fields['gameCode']}
        />
      </div>
      <div hidden={!has('printSettings')}>
        <PrintSettingsField profiles={details.printSettings} fileNames={fileNames} fields={fields} />
      </div>
      <div hidden={!has('assembly')} className="grid gap-8">
        <PartsField parts={details.billOfMaterials} fields={fields} />
        <StepsField steps={resource?.assemblyInstructions} fields={fields} />
      </div>
      <TextAreaField
        label={m['resources.form.usage']()}
        optional={optional}
        name="usageInstructions"
        rows={4}
        defaultValue={resource?.usageInstructions}
        maxLength={limits.instructions}
        error={fields['usageInstructions']}
      />
    </Group>
  );
}
