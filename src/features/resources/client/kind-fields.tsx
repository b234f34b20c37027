import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { ResourceDetail } from '../contract.ts';
import { limits, type Category } from '../rules.ts';
import type { Fields } from './check-form.ts';
import { errorUnder, Group } from './form-group.tsx';

/** Fields of one kind stay in the form when another kind is chosen and back: they are only hidden. */
export function KindFields({
  category,
  resource,
  fields,
  isShown,
}: {
  category: Category | '';
  resource: ResourceDetail | undefined;
  fields: Fields;
  isShown: boolean;
}) {
  const optional = m['resources.form.optional']();
  const isGame = category === 'flash_game';
  const isBuilt = category === 'hardware_design' || category === '3d_model';
  const isModel = category === 'ai_model';
  return (
    <Group title={m['resources.form.more']()} isShown={isShown && category !== ''}>
      <div hidden={!isModel}>
        <TextField
          label={m['resources.form.model_type']()}
          optional={optional}
          name="modelType"
          defaultValue={resource?.modelType}
          maxLength={limits.modelType}
          error={fields['modelType']}
        />
      </div>
      <div hidden={!isGame} className="grid gap-5">
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
      <div hidden={!isBuilt}>
        <StepsField resource={resource} error={errorUnder(fields, 'assemblyInstructions')} />
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

/**
 * Steps as numbered lines. Steps with titles, tools or warnings hold more than lines can say, so that an untouched
 * field is not sent and they stay as they are.
 */
function StepsField({
  resource,
  error,
}: {
  resource: ResourceDetail | undefined;
  error: string | undefined;
}) {
  const initial = (resource?.assemblyInstructions ?? [])
    .map((step, index) => `${index + 1}. ${[step.title, step.text].filter(Boolean).join('\n')}`)
    .join('\n');
  const [text, setText] = useState(initial);
  return (
    <TextAreaField
      label={m['resources.form.steps']()}
      optional={m['resources.form.optional']()}
      hint={m['resources.form.steps_hint']()}
      {...(text !== initial && { name: 'assemblyInstructions' })}
      rows={6}
      value={text}
      onChange={(event) => setText(event.target.value)}
      maxLength={limits.instructions}
      error={error}
    />
  );
}
