export const SETTING_SECTIONS = {
  brand: 'Brand',
  deliveries: 'Deliveries',
  receivers: 'Receivers',
  money: 'Shops and money',
  messages: 'Messages',
  team: 'Team',
} as const;
export type SettingSection = keyof typeof SETTING_SECTIONS;

export const isSection = (name: string): name is SettingSection => Object.hasOwn(SETTING_SECTIONS, name);
