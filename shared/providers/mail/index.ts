export { mailErrors, mailPatience, type Mail, type MailAttachment, type Mailer } from "./port.js";
