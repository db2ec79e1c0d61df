import * as v from 'valibot';
import { CourierLimitsSchema } from './courier-limits.ts';
import { CSV_STYLES } from './csv.ts';
import { DIGESTS } from './digest.ts';
import {
  baseOf,
  calendarDay,
  emailAddress,
  IdSchema,
  keysOf,
  optionalText,
  personName,
  phoneNumber,
  requiredText,
  strictInput,
  withoutNul,
} from './field-schemas.ts';
import { ROLES } from './roles.ts';
import { normalizePassword } from './text.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Only the server checks for common passwords. */
export const NewPasswordSchema = v.pipe(
  v.string('Password is required.'),
  v.transform(normalizePassword),
  v.nonEmpty('Password is required.'),
  v.minLength(MIN_PASSWORD_LENGTH, `Password must have at least ${MIN_PASSWORD_LENGTH} characters.`),
  v.maxLength(MAX_PASSWORD_LENGTH, `Password can have at most ${MAX_PASSWORD_LENGTH} characters.`),
  withoutNul('Password contains characters that can’t be used.'),
);

const dayOfBirth = v.pipe(
  calendarDay('Date of birth'),
  v.check((day) => new Date(`${day}T00:00:00Z`).getTime() < Date.now(), 'Date of birth must be in the past.'),
);

const nameEntries = { firstName: personName('First name'), lastName: personName('Last name') };
export const NameSchema = strictInput(nameEntries);

const profileEntries = {
  ...nameEntries,
  phone: phoneNumber('Phone number'),
  dob: dayOfBirth,
  address: requiredText('Address', 200),
  city: requiredText('City', 100),
  state: requiredText('State', 100),
  nationality: requiredText('Nationality', 100),
};

const updateEntries = {
  ...profileEntries,
  /** Couriers read it with each parcel to this person. A missing one stays. */
  doorNote: v.optional(optionalText('What you need at the door', 200)),
  csvStyle: v.optional(v.picklist(CSV_STYLES, 'Choose how CSV files are written.')),
  /** Only shops choose it. */
  digest: v.optional(v.picklist(DIGESTS, 'Choose how often news of your parcels comes.')),
};
export const PROFILE_FIELDS = keysOf(updateEntries);

/** auth.register (specification section 5). */
export const RegisterSchema = strictInput({
  ...profileEntries,
  email: emailAddress('Email'),
  password: NewPasswordSchema,
});
export type Register = v.InferOutput<typeof RegisterSchema>;

/** user.updateProfile (product decision 4). */
export const UpdateProfileSchema = strictInput({ ...updateEntries, base: baseOf(PROFILE_FIELDS) });
export type UpdateProfile = v.InferOutput<typeof UpdateProfileSchema>;
export type ProfileFields = Omit<UpdateProfile, 'base'>;

export const CurrentPasswordSchema = v.pipe(
  v.string('Current password is required.'),
  v.nonEmpty('Current password is required.'),
  v.maxLength(MAX_PASSWORD_LENGTH, `Current password can have at most ${MAX_PASSWORD_LENGTH} characters.`),
  withoutNul('Current password contains characters that can’t be used.'),
);

export const UpdatePasswordSchema = v.pipe(
  strictInput({
    currentPassword: CurrentPasswordSchema,
    password: NewPasswordSchema,
    confirmPassword: v.pipe(
      v.string('Confirm the new password.'),
      v.transform(normalizePassword),
      v.nonEmpty('Confirm the new password.'),
      v.maxLength(MAX_PASSWORD_LENGTH, `The confirmation can have at most ${MAX_PASSWORD_LENGTH} characters.`),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (input) => input.password === input.confirmPassword,
      'The passwords don’t match.',
    ),
    ['confirmPassword'],
  ),
);
export type UpdatePassword = v.InferOutput<typeof UpdatePasswordSchema>;

const role = v.picklist(ROLES, 'This role doesn’t exist.');

/** `header` is the manager flag of the specification. Profiles stored by 0.1.0 lack `roles`. */
const roleEntries = { header: v.boolean(), courier: v.boolean(), roles: v.optional(v.array(role)) };

export const UserSchema = v.object({
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  dob: v.nullable(v.string()),
  address: v.string(),
  city: v.string(),
  state: v.string(),
  nationality: v.string(),
  /** Missing where couriers get no notes. */
  doorNote: v.optional(v.string()),
  /** Older stored profiles lack it. */
  csvStyle: v.optional(v.picklist(CSV_STYLES)),
  digest: v.optional(v.picklist(DIGESTS)),
  verified: v.boolean(),
  ...roleEntries,
  /** The account is kept until this day. */
  eraseOn: v.nullable(v.string()),
});
export type User = v.InferOutput<typeof UserSchema>;

/** auth.profile. `needsSecondFactor`: nothing works before. */
export const ProfileSchema = v.object({ ...UserSchema.entries, needsSecondFactor: v.optional(v.boolean()) });
export type Profile = v.InferOutput<typeof ProfileSchema>;

export const ManagedUserSchema = v.object({
  ...UserSchema.entries,
  createdAt: v.string(),
  passwordChangedAt: v.nullable(v.string()),
  hasSecondFactor: v.optional(v.boolean()),
  /** When a manager takes it away. */
  factorsEndAt: v.optional(v.nullable(v.string())),
  /** API keys or webhooks. */
  hasPrograms: v.optional(v.boolean()),
  /** Runs, sessions, API keys or webhooks are open (userAdmin.getPrograms). */
  hasOpen: v.optional(v.boolean()),
  deactivated: v.optional(v.boolean()),
  /** Only for couriers. */
  limits: v.optional(v.nullable(CourierLimitsSchema)),
});
export type ManagedUser = v.InferOutput<typeof ManagedUserSchema>;

const roles = v.pipe(v.array(role, 'Roles must be a list.'), v.maxLength(ROLES.length, 'A role can be listed once.'));

/** Roles that are neither in `roles` nor in `base`, which the person saw, stay. */
export const SetRolesSchema = strictInput({ id: IdSchema, roles, base: v.optional(roles) });
export type SetRoles = v.InferOutput<typeof SetRolesSchema>;

/** userAdmin.inviteUser. Its owner adds the rest. */
export const InviteUserSchema = strictInput({
  email: emailAddress('Email'),
  roles: v.pipe(roles, v.minLength(1, 'Choose at least one role.')),
});
export type InviteUser = v.InferOutput<typeof InviteUserSchema>;
export const InvitedSchema = v.object({ id: v.string() });

export const UserSummarySchema = v.object({
  id: IdSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  verified: v.boolean(),
  ...roleEntries,
  deactivated: v.optional(v.boolean()),
  createdAt: v.string(),
  /** Only lists of payments or approvals have it. */
  amount: v.optional(v.number()),
});
export type UserSummary = v.InferOutput<typeof UserSummarySchema>;

export function fullName({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}
