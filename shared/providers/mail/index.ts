export { mailErrors, mailPatience, type Mail, type MailAttachment, type Mailer } from "./port.js";
export { smtpMailer as mailer } from "./smtpMailer.js";
